import type { FieldPath } from '@service/datasource-toolkit'
import type { CollectionModel } from '../model/model.js'
import { expandScope } from './expand-filter.js'
import { getPath, isTrustedName, leafPaths, neededPaths } from './get-path.js'
import type { Planning } from './planning.js'
import { trustIf } from './trust-path.js'

/** Loads the scope of every collection on the paths, so that planning itself is synchronous. */
export async function loadScopes(
  planning: Planning,
  collection: CollectionModel,
  paths: Iterable<FieldPath>,
): Promise<void> {
  if (!planning.call.findScope) return
  for (const text of paths) {
    const { hops, owner, column, as } = getPath(collection, text)
    let from = collection
    for (const { relation, isTrusted } of hops) {
      const keys = relation.keys.map(key => key.from)
      await loadScopes(planning, from, trustIf(isTrusted, planning, from, keys))
      if (!isTrusted) await loadScope(planning, relation.target)
      from = relation.target
    }
    const needed = neededPaths(column)
    await loadScopes(planning, owner, trustIf(isTrustedName(as), planning, owner, needed))
  }
}

/** The computed fields of a scope may need further scopes. */
async function loadScope(planning: Planning, collection: CollectionModel): Promise<void> {
  if (planning.ready.has(collection)) return
  planning.ready.add(collection)
  const scope = await expandScope(planning, collection)
  await loadScopes(planning, collection, leafPaths(scope))
}
