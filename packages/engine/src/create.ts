import type { Row } from '@service/datasource-toolkit'
import type { CollectionModel } from './model/model.js'
import { checkWritable } from './plan/plan-write.js'
import type { EngineCall } from './query.js'

/**
 * Creates all the records or none, and answers them with every column of the source.
 *
 * @example
 * const [order] = await create(collection, [{ status: 'pending' }], call)
 */
export async function create(
  collection: CollectionModel,
  rows: readonly Row[],
  call: EngineCall,
): Promise<Row[]> {
  for (const row of rows) checkWritable(collection, row)
  return rows.length === 0 ? [] : collection.source.create(rows, call)
}
