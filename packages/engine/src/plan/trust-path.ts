import type { FieldPath } from '@service/datasource-toolkit'
import type { CollectionModel } from '../model/model.js'
import { getPath, neededPaths, trusted } from './get-path.js'
import { givenScope, type Planning } from './planning.js'

/**
 * Returns the path as a scope reads it, on all rows: relations to scoped collections, and fields
 * computed through them, are read separately from what the request may see.
 */
export function trustPath(
  planning: Planning,
  collection: CollectionModel,
  text: FieldPath,
): FieldPath {
  const { hops, owner, column } = getPath(collection, text)
  let from = collection
  const names = hops.map(({ relation }) => {
    const isRestricted =
      givenScope(planning, relation.target) !== undefined ||
      relation.keys.some(key => readsRestricted(planning, from, key.from))
    from = relation.target
    return isRestricted ? trusted(relation.name) : relation.name
  })
  const isRestricted = readsRestricted(planning, owner, column.name)
  return [...names, isRestricted ? trusted(column.name) : column.name].join(':')
}

/** The dependencies of a trusted path are read on all rows too. */
export function trustIf(
  isTrusted: boolean,
  planning: Planning,
  collection: CollectionModel,
  paths: readonly FieldPath[],
): readonly FieldPath[] {
  return isTrusted ? paths.map(path => trustPath(planning, collection, path)) : paths
}

function readsRestricted(planning: Planning, collection: CollectionModel, name: string): boolean {
  const { column } = getPath(collection, name)
  return neededPaths(column).some(path => trustPath(planning, collection, path) !== path)
}
