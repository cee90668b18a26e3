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
  const seen = new Set<string>()
  await follow(planning, collection, paths, seen)
}

async function follow(
  planning: Planning,
  collection: CollectionModel,
  paths: Iterable<FieldPath>,
  seen: Set<string>,
): Promise<void> {
  for (const text of paths) {
    const key = `${collection.name}.${text}`
    if (seen.has(key)) continue
    seen.add(key)
    const { hops, owner, column } = pathOf(collection, text)
    for (const { relation, isTrusted } of hops) {
      if (isTrusted) continue
      const scope = await expandScope(planning, relation.target)
      await follow(planning, relation.target, leafPaths(scope), seen)
    }
    if (column.read.kind === 'computed')
      await follow(planning, owner, column.read.dependencies, seen)
    if (column.read.kind === 'alias') await follow(planning, owner, [column.read.path], seen)
  }
}
