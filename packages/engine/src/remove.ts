import { UnprocessableError } from '@service/datasource-toolkit'
import type { CollectionModel } from './model/model.js'
import type { EngineCall, Filter } from './query.js'
import { writeTargets } from './write-targets.js'

/**
 * Deletes the records of a filter, within the caller's scope, and answers how many there were.
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
  if (collection.isReadOnly) {
    throw new UnprocessableError(`'${collection.name}' is read-only: it cannot be written.`)
  }
  return writeTargets(collection, filter, call, where => collection.source.delete(where, call))
}
