import pg from 'pg'
import { parseInstant } from './instant.js'

const { builtins, getTypeParser } = pg.types

const BIGINT_ARRAY = 1016

const own = new Map<number, (text: string) => unknown>([
  // Ids and counts stay far below 2^53.
  [builtins.INT8, Number],
  [builtins.TIMESTAMPTZ, parseInstant],
])

const parseTexts = getTypeParser(1009 as number) as (text: string) => string[]
own.set(BIGINT_ARRAY, text => parseTexts(text).map(Number))

/** How values are parsed: instants keep their microseconds, ids are numbers. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && own.get(oid)) ||
    getTypeParser(oid, format as 'text')) as typeof getTypeParser,
}
