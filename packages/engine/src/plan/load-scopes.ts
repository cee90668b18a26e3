import type { FieldPath } from '@service/datasource-toolkit'
import type { CollectionModel } from '../model/model.js'
import { expandScope } from './expand-filter.js'
import { leafPaths, pathOf } from './path-of.js'
import type { Planning } from './planning.js'

/** Makes ready the scope of every collection that paths lead to, so that planning itself is synchronous. */
export async function loadScopes(
  planning: Planning,
  collection: CollectionModel,
  paths: Iterable<FieldPath>,
): Promise<void> {
  if (!planning.call.scopeOf) return
  for (const text of paths) {
    const { hops, owner, column } = pathOf(collection, text)
    for (const { relation, isTrusted } of hops) {
      if (!isTrusted) await loadScope(planning, relation.target)
    }
    if (column.read.kind === 'computed') await loadScopes(planning, owner, column.read.dependencies)
    if (column.read.kind === 'alias') await loadScopes(planning, owner, [column.read.path])
  }
}

/** A scope's own computed fields may lead further. */
async function loadScope(planning: Planning, collection: CollectionModel): Promise<void> {
  if (planning.scopes.has(collection)) return
  const scope = await expandScope(planning, collection)
  await loadScopes(planning, collection, leafPaths(scope))
}
