import type { Leaf } from '@service/datasource-toolkit'
import { everyLeaf } from '@service/datasource-toolkit'
import type { CollectionModel } from '../model/model.js'
import { type Hop, type PlannedPath, pathOf, sourceOperators } from './path-of.js'
import type { Planning } from './planning.js'

/** Whether the source can join the relation, and limit the join to the rows in scope. */
export function isPushableHop(planning: Planning, { relation, isTrusted }: Hop): boolean {
  if (!relation.isPushable) return false
  if (isTrusted) return true
  const { target } = relation
  // Fails instead of returning rows out of scope.
  if (planning.call.scopeOf && !planning.scopes.has(target)) {
    throw new Error(`The scope of '${target.name}' was not loaded before planning.`)
  }
  return everyLeaf(planning.scopes.get(target), leaf => isPushableLeaf(planning, target, leaf))
}

/** Whether the source can read the column at the end of the path. */
export function isPushablePath(planning: Planning, path: PlannedPath): boolean {
  return path.column.read.kind === 'native' && path.hops.every(hop => isPushableHop(planning, hop))
}

export function isPushableLeaf(
  planning: Planning,
  collection: CollectionModel,
  leaf: Leaf,
): boolean {
  const path = pathOf(collection, leaf.field)
  if (path.column.filter.get(leaf.operator)?.kind === 'emulated') return false
  return (
    sourceOperators(path.owner, path.column).has(leaf.operator) && isPushablePath(planning, path)
  )
}
