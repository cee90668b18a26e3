import type { Leaf } from '@service/datasource-toolkit'
import { everyLeaf } from '@service/datasource-toolkit'
import type { CollectionModel } from '../model/model.js'
import { getPath, type PlannedPath, type RelationStep, sourceOperators } from './get-path.js'
import type { Planning } from './planning.js'

/** Whether the source can join the relation, and limit the join to the rows in scope. */
export function isPushableHop(planning: Planning, { relation, isTrusted }: RelationStep): boolean {
  if (!relation.isPushable) return false
  if (isTrusted) return true
  const { target } = relation
  // Fails instead of returning rows out of scope.
  if (planning.call.findScope && !planning.scopes.has(target)) {
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
  const path = getPath(collection, leaf.field)
  if (path.column.filter.get(leaf.operator)?.kind === 'emulated') return false
  return (
    sourceOperators(path.owner, path.column).has(leaf.operator) && isPushablePath(planning, path)
  )
}
