import { UnprocessableError } from '@service/base'
import type { Row } from '@service/datasource-toolkit'
import type { CollectionContext } from '../../context/collection-context.js'
import type { GetValues } from '../../model/model.js'

export type ListRecords = (
  record: Row,
  context: CollectionContext,
) => readonly Row[] | Promise<readonly Row[]>

/** Maximum number of parallel calls, so that one page does not overload the external service. */
const maxConcurrent = 10

/** Calls once for each distinct record; the results have exactly the declared fields. */
export function listDistinct(
  name: string,
  fields: readonly string[],
  listRecords: ListRecords,
): GetValues {
  return async (records, context) => {
    const keys = records.map(record => JSON.stringify(record))
    const distinct = new Map(keys.map((key, index) => [key, records[index]!]))
    const listsByFilter = new Map<string, readonly Row[]>()
    const waiting = distinct.entries()
    const work = async () => {
      for (const [key, record] of waiting) {
        const listed = await listRecords(record, context)
        if (!Array.isArray(listed)) throw notAList(name, listed)
        listsByFilter.set(
          key,
          listed.map(row => pick(row, fields)),
        )
      }
    }
    await Promise.all(Array.from({ length: Math.min(maxConcurrent, distinct.size) }, work))
    return keys.map(key => listsByFilter.get(key))
  }
}

function pick(row: Row, fields: readonly string[]): Row {
  return Object.fromEntries(fields.map(field => [field, row?.[field] ?? null]))
}

function notAList(name: string, given: unknown): UnprocessableError {
  return new UnprocessableError(
    `listRecords of '${name}' must return a list of records, not ${given === null ? 'null' : typeof given}.`,
  )
}
