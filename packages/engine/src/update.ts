import type { Row } from '@service/datasource-toolkit'
import type { CollectionModel } from './model/model.js'
import { checkWritable } from './plan/plan-write.js'
import type { EngineCall, Filter } from './query.js'
import { writeTargets } from './write-targets.js'

/**
 * Changes the records of a filter, within the caller's scope, and answers how many matched.
 *
 * @example
 * const filter = { conditionTree: { field: 'id', operator: 'Equal', value: 12 } } as const
 * const matched = await update(collection, filter, { status: 'paid' }, call)
 */
export async function update(
  collection: CollectionModel,
  filter: Filter,
  patch: Row,
  call: EngineCall,
): Promise<number> {
  checkWritable(collection, patch)
  return writeTargets(collection, filter, call, where =>
    collection.source.update(where, patch, call),
  )
}
