import { holdsLongNumber, keepExact, type Row } from '@service/datasource-toolkit'
import type { CollectionModel, EngineCall } from '@service/engine'
import type { RecordId } from '../query/parse-id.js'
import { findRecord } from './find-record.js'

/**
 * The change of one record, in which numbers of documents that differ from the stored ones only by
 * rounding keep their stored value. The record is read only when there may be such a number.
 */
export async function keepExactNumbers(
  collection: CollectionModel,
  id: RecordId,
  patch: Row,
  call: EngineCall,
): Promise<Row> {
  const names = Object.keys(patch).filter(
    name => typeof patch[name] === 'object' && holdsLongNumber(patch[name]),
  )
  if (names.length === 0) return patch
  const stored = await findRecord(collection, id, names, call)
  const kept = names.map(name => [name, keepExact(patch[name], stored[name])] as const)
  return { ...patch, ...Object.fromEntries(kept) }
}
