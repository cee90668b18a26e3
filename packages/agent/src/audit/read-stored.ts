import type { Row } from '@service/datasource-toolkit'
import { type CollectionModel, type EngineCall, list } from '@service/engine'
import { matchIds, packId, type RecordId } from '../query/parse-id.js'
import { lookupCall } from '../record/find-record.js'

/** The columns whose values the audit trail stores. */
export function listStoredColumns(collection: CollectionModel): readonly string[] {
  return [...collection.fields.values()].flatMap(field =>
    field.kind === 'Column' && field.read.kind === 'native' ? field.name : [],
  )
}

/** The stored columns of the records that the caller may see, by id. */
export async function readStoredRows(
  collection: CollectionModel,
  ids: readonly RecordId[],
  call: EngineCall,
): Promise<ReadonlyMap<string, Row>> {
  const filter = { conditionTree: matchIds(collection, ids) }
  const projection = listStoredColumns(collection)
  const rows = await list({ collection, filter, projection, sort: [] }, lookupCall(call))
  return new Map(rows.map(row => [packId(collection, row), row]))
}
