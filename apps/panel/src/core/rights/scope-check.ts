import { type FilterTree, isBranch, isUnreadable } from '../list/filter-tree.js'
import type { CollectionModel, Collections } from '../schema/collection-model.js'
import { findField } from '../schema/find-field.js'

/** A scope as the service stores it. */
export interface StoredScope {
  readonly collectionName: string
  readonly condition: FilterTree
  readonly updatedAt: string
  readonly tag: string
}

/**
 * Lists the fields that a condition names although the schema does not have them any more. With one of
 * them, the agent shows the team no records of the collection.
 *
 * @example
 * listMissingFields(condition, collections, orders) // ['gone']
 */
export function listMissingFields(
  condition: FilterTree,
  collections: Collections,
  collection: CollectionModel,
): readonly string[] {
  const missing = listFields(condition).filter(
    path => findField(collections, collection, path)?.field.kind !== 'column',
  )
  return [...new Set(missing)]
}

function listFields(tree: FilterTree): readonly string[] {
  if (isUnreadable(tree)) return []
  return isBranch(tree) ? tree.conditions.flatMap(listFields) : [tree.field]
}
