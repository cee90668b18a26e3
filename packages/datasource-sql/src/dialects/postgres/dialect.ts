import { type DateOperation, specialNumber } from '@service/datasource-toolkit'
import { decodeNumber } from '../../codecs.js'
import { insertReturning } from '../../compile/insert-returning.js'
import { printLike } from '../../compile/like.js'
import { quoteColumn } from '../../compile/slots.js'
import type { Dialect, OutOfRange } from '../../dialect.js'
import type { ColumnInfo } from '../../introspect/introspection.js'
import { type Sql, sql } from '../../sql.js'
import {
  chooseDecoder,
  chooseEncoder,
  chooseTextDecoder,
  innermost,
  isPaddedText,
} from './codecs.js'
import { postgresCsv } from './csv.js'
import { decodeDay } from './era.js'
import { isDateOverflow } from './faults.js'
import { postgresJsonPaths } from './json-paths.js'

const INTEGER_RANGES: Readonly<Record<string, readonly [number, number]>> = {
  smallint: [-(2 ** 15), 2 ** 15 - 1],
  integer: [-(2 ** 31), 2 ** 31 - 1],
  bigint: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
}

/** An operand the column cannot contain is compared as numeric, which cannot use an index. */
function fits(databaseType: string, operand: unknown): boolean {
  const number = Number(operand)
  if (databaseType === 'real') return isSingle(number)
  const range = INTEGER_RANGES[databaseType]
  if (!range) return true
  return Number.isInteger(number) && number >= range[0] && number <= range[1]
}

/** PostgreSQL rejects numbers that single precision would turn into an infinity or zero. */
function isSingle(number: number): boolean {
  const single = Math.fround(number)
  return Number.isFinite(single) ? single !== 0 || number === 0 : !Number.isFinite(number)
}

/** The first and the last year of each type. */
const YEARS: Readonly<Record<string, readonly [number, number]>> = {
  Date: [-4712, 294_276],
  Dateonly: [-4712, 5_874_897],
}

const isFloat = (databaseType: string) =>
  databaseType === 'real' || databaseType === 'double precision'

/**
 * Integers are never NaN or infinite; the finite range of other numbers and dates ends before
 * those.
 */
function beyond(
  { columnType, databaseType }: ColumnInfo,
  operand: unknown,
): OutOfRange | undefined {
  const text = String(operand)
  if (columnType === 'Number') {
    const isInteger = INTEGER_RANGES[databaseType] !== undefined
    const isTooGreat = isFloat(databaseType) && !Number.isFinite(Number(text))
    if (specialNumber(text) ? !isInteger : !isTooGreat) return undefined
    return text.startsWith('-') ? 'below' : 'above'
  }
  const years = YEARS[String(columnType)]
  const year = years && /^([+-]\d{6,7})-/.exec(text)?.[1]
  if (!years || year === undefined) return undefined
  if (Number(year) < years[0]) return 'below'
  return Number(year) > years[1] ? 'above' : undefined
}

const isLooseText = ({ databaseType }: ColumnInfo) =>
  databaseType === 'citext' || isPaddedText(databaseType)

const unordered: ReadonlySet<unknown> = new Set(['Json', 'Point'])

const hasOrder = ({ columnType }: ColumnInfo) =>
  typeof columnType === 'string' && !unordered.has(columnType)

/** Casts a list to an array of the type its elements are compared as. */
function asList(list: Sql, comparison: string): Sql {
  if (comparison === 'numeric') return sql`${list}::numeric[]`
  return comparison === 'text' ? sql`${list}::text[]` : list
}

/** The type name of every char(n) is `character`, but a cast to it cuts a text to one letter. */
function castTarget(databaseType: string): string {
  return databaseType.replace(/^character(?=\[|$)/, 'bpchar')
}

/** The name `date_trunc` uses for each period. */
const units: Readonly<Record<DateOperation, Sql>> = {
  Year: sql.raw("'year'"),
  Quarter: sql.raw("'quarter'"),
  Month: sql.raw("'month'"),
  Week: sql.raw("'week'"),
  Day: sql.raw("'day'"),
}

/**
 * Near the limits of a timestamp, converting it to a zone or to the start of a period would
 * overflow.
 */
const guardDate = (reference: Sql): Sql =>
  sql`case when (${reference} < '4712-01-01 BC' and ${reference} > '-infinity') or (${reference} >= '294276-01-01' and ${reference} < 'infinity') then null else ${reference} end`

export const postgres: Dialect = {
  name: 'postgres',
  syntax: { quote: '"', placeholder: position => `$${position}` },
  nulls: 'last',
  hasArrays: true,
  comparesRows: true,
  returning: 'returning',
  readsInInserts: true,
  plansAhead: true,
  maxParameters: 65_535,

  encode: ({ columnType }) => chooseEncoder(columnType),
  decode: chooseDecoder,
  decodeText: chooseTextDecoder,

  plain: ({ isDomain, databaseType }, reference) =>
    isDomain ? sql`${reference}::${sql.raw(castTarget(databaseType))}` : reference,
  beyond,
  infinity({ columnType, databaseType }, side) {
    if (columnType === 'Number' && !isFloat(databaseType)) return undefined
    return side === 'above' ? sql`'infinity'` : sql`'-infinity'`
  },
  comparison({ columnType, databaseType, enumValues }, operands) {
    const type = innermost(columnType)
    const isList = type !== columnType
    const elements = isList ? operands.flat(Number.POSITIVE_INFINITY) : operands
    if (type === 'Number') {
      const stored = isList ? databaseType.replaceAll('[]', '') : databaseType
      return elements.every(element => fits(stored, element)) ? '' : 'numeric'
    }
    if (type !== 'Enum' || !enumValues) return ''
    return elements.every(element => enumValues.includes(String(element))) ? '' : 'text'
  },
  comparable(column, reference, comparison) {
    if (Array.isArray(column.columnType)) return asList(reference, comparison)
    return comparison === 'text' || (comparison === 'sort' && column.columnType === 'Enum')
      ? sql`${reference}::text`
      : reference
  },
  operand({ columnType }, slot, comparison) {
    if (Array.isArray(columnType)) return asList(sql`${slot}`, comparison)
    return comparison === 'numeric' ? sql`${slot}::numeric` : sql`${slot}`
  },
  operands: (_column, slot, comparison) =>
    comparison === 'numeric'
      ? sql`${slot}::numeric[]`
      : comparison === 'text'
        ? sql`${slot}::text[]`
        : sql`${slot}`,
  exact: column =>
    isLooseText(column)
      ? { left: reference => sql`${reference}::text`, right: slot => sql`${slot}` }
      : undefined,

  likePattern: tokens => printLike(tokens, /[\\%_]/g, '\\'),
  like: (column, reference, pattern, isCaseSensitive) => {
    const typed = isLooseText(column) ? sql`${reference}::text` : reference
    const text = column.hasLooseCollation ? sql`${typed} collate "default"` : typed
    return isCaseSensitive ? sql`${text} like ${pattern}` : sql`${text} ilike ${pattern}`
  },
  length: reference => sql`char_length(${reference})`,
  isEmptyText: reference => sql`(${reference} = '')`,
  // Extensions such as intarray have operators of the same name that reject nulls.
  includesAll: (reference, list) => sql`${reference} operator(pg_catalog.@>) ${list}`,
  includesSome: (reference, list) => sql`${reference} operator(pg_catalog.&&) ${list}`,
  keysOfOtherType: (left, right) => [sql`${left}::text`, sql`${right}::text`],

  distinct: (column, reference) =>
    hasOrder(column) ? postgres.groupKey(column, reference) : sql`${reference}::text`,

  page: (limit, skip) => (skip ? sql`limit ${limit} offset ${skip}` : sql`limit ${limit}`),

  csv: postgresCsv,

  buckets: {
    hasZones: true,
    inZone: (column, reference, zone) =>
      column.databaseType.endsWith('without time zone')
        ? sql`((${reference} at time zone 'UTC') at time zone ${zone})`
        : sql`(${reference} at time zone ${zone})`,
    truncate: (operation, local) => sql`date_trunc(${units[operation]}, ${local}::timestamp)`,
    decode: cell => decodeDay(String(cell).replace(/ \d\d:\d\d:\d\d/, '')),
    limits: { isExceeded: isDateOverflow, guard: guardDate },
  },
  groupKey: (column, reference) =>
    isLooseText(column) || column.columnType === 'Enum' ? sql`${reference}::text` : reference,
  decodeGroup: chooseDecoder,
  aggregate: (operation, _column, value) =>
    operation === 'Avg' ? sql`avg(${value})::float8` : sql`sum(${value})`,
  decodeSum: decodeNumber,

  jsonPaths: postgresJsonPaths,

  insert: insertReturning,
  update: (table, alias, assignments, where) =>
    sql`update ${table} as ${sql.id(alias)} set ${assignments} where ${where}`,
  updateReturning: (table, alias, assignments, where, read) =>
    sql`${postgres.update(table, alias, assignments, where)} returning ${sql.join(read.map(name => quoteColumn(alias, name)))}`,
  delete: (table, alias, where) => sql`delete from ${table} as ${sql.id(alias)} where ${where}`,
  estimate: ({ schema, name }) =>
    sql`select c.reltuples from pg_class as c join pg_namespace as n on n.oid = c.relnamespace where c.relname = ${name} and n.nspname = coalesce(${schema ?? null}, current_schema())`,
}
