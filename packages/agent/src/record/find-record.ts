import { NotFoundError } from '@service/base'
import { AmbiguousIdError, type FieldPath, type Row } from '@service/datasource-toolkit'
import {
  type CollectionModel,
  type EngineCall,
  list,
  type RecordQuery,
  readRecord,
} from '@service/engine'
import { matchIds, packId, type RecordId, rowOfId } from '../query/parse-id.js'

/** A call without hooks, for lookups of the agent itself. */
export function lookupCall(call: EngineCall): EngineCall {
  return { ...call, isOuter: false }
}

/** Finds a record that the caller may see, or throws 404. */
export async function findRecord(
  collection: CollectionModel,
  id: RecordId,
  projection: readonly FieldPath[],
  call: EngineCall,
): Promise<Row> {
  const row = await readRecord(getLookup(collection, projection), id, lookupCall(call))
  if (row === undefined)
    throw recordNotFound(collection, packId(collection, rowOfId(collection, id)))
  return row
}

const lookups = new WeakMap<CollectionModel, Map<string, RecordQuery>>()

/** Returns the same query for the same columns, so that its plan is reused. */
export function getLookup(collection: CollectionModel, columns: readonly FieldPath[]): RecordQuery {
  const byColumns = lookups.get(collection) ?? new Map<string, RecordQuery>()
  lookups.set(collection, byColumns)
  const key = columns.join()
  const known = byColumns.get(key)
  if (known !== undefined) return known
  const keys = collection.primaryKey.map(column => column.name)
  const query = { collection, projection: [...new Set([...keys, ...columns])] }
  byColumns.set(key, query)
  return query
}

/** Finds the records of these ids, or throws 404 when the caller may not see one of them. */
export async function findRecords(
  collection: CollectionModel,
  ids: readonly RecordId[],
  columns: readonly FieldPath[],
  call: EngineCall,
): Promise<Row[]> {
  const keys = collection.primaryKey.map(column => column.name)
  const query = {
    collection,
    filter: { conditionTree: matchIds(collection, ids) },
    projection: [...new Set([...keys, ...columns])],
    sort: [],
  }
  const rows = await list(query, lookupCall(call))
  const found = new Set(rows.map(row => packId(collection, row)))
  const wanted = ids.map(id => packId(collection, rowOfId(collection, id)))
  const missing = wanted.find(id => !found.has(id))
  if (missing !== undefined) throw recordNotFound(collection, missing)
  if (rows.length > found.size) throw new AmbiguousIdError(collection.name, keys, repeated(rows))
  return rows

  function repeated(all: readonly Row[]): string {
    const packed = all.map(row => packId(collection, row))
    return packed.find((id, index) => packed.indexOf(id) < index) ?? ''
  }
}

export function recordNotFound(collection: CollectionModel, id: string): NotFoundError {
  return new NotFoundError(`No record '${id}' in '${collection.name}'.`)
}
