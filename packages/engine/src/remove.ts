import { runHooks } from './hooks/run-hooks.js'
import { visibleFilter } from './hooks/visible-filter.js'
import type { CollectionModel, EngineCall } from './model/model.js'
import type { Filter } from './query.js'
import { deleteRows, requireWritable } from './write/store.js'

/**
 * Deletes the records of a filter, within the caller's scope, and returns how many there were.
 *
 * @example
 * const filter = { conditionTree: { field: 'id', operator: 'In', value: [12, 13] } } as const
 * const deleted = await remove(collection, filter, call)
 */
export async function remove(
  collection: CollectionModel,
  filter: Filter,
  call: EngineCall,
): Promise<number> {
  requireWritable(collection, 'delete', call)
  if (!call.isOuter || !collection.hooks?.Delete) return deleteRows(collection, filter, call)
  const hookInput = { filter: visibleFilter(collection, filter, call) }
  await runHooks(collection, 'Before', 'Delete', call, hookInput)
  const deleted = await deleteRows(collection, filter, call)
  await runHooks(collection, 'After', 'Delete', call, hookInput)
  return deleted
}
