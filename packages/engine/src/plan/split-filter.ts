import type { Branch, ConditionTree, Leaf } from '@service/datasource-toolkit'
import {
  ConditionTreeFactory,
  evaluate,
  everyLeaf,
  invertTree,
  isLeaf,
  mapLeaves,
} from '@service/datasource-toolkit'
import type { CollectionModel } from '../model/model.js'
import { nativeForm } from './expand-filter.js'
import { getPath, leafPaths } from './get-path.js'
import { type PendingLookup, pushedKeys } from './key-set.js'
import type { Planning } from './planning.js'
import { isPushableHop, isPushableLeaf } from './pushable.js'

export interface SplitFilter {
  /** Evaluated by the source. */
  readonly pushed?: ConditionTree
  /** Evaluated in memory, on rows that match `pushed`. */
  readonly residual?: ConditionTree
  /** Lists of other sources whose keys `pushed` needs. */
  readonly lookups: readonly PendingLookup[]
}

/**
 * Splits a condition between the source, other sources and memory; without lookups, between the
 * first and the last.
 */
export function splitFilter(
  planning: Planning,
  collection: CollectionModel,
  tree: ConditionTree | undefined,
  canLookUp = true,
): SplitFilter {
  if (everyLeaf(tree, leaf => isPushableLeaf(planning, collection, leaf))) {
    return { pushed: tree, lookups: [] }
  }
  const inMemory = { residual: tree, lookups: [] }
  if (!tree) return inMemory
  const crossing = findCrossing(planning, collection, tree)
  if (crossing) {
    return (canLookUp && lookUp(planning, collection, tree, crossing)) || inMemory
  }
  if (isLeaf(tree)) return inMemory
  const parts = groupByCrossing(planning, collection, tree).map(part =>
    splitFilter(planning, collection, part, canLookUp),
  )
  return tree.aggregator === 'And' ? splitAnd(parts) : splitOr(tree, parts)
}

function splitAnd(parts: readonly SplitFilter[]): SplitFilter {
  return {
    pushed: ConditionTreeFactory.intersect(parts.map(part => part.pushed)),
    residual: ConditionTreeFactory.intersect(parts.map(part => part.residual)),
    lookups: parts.flatMap(part => part.lookups),
  }
}

/** An OR goes to the source only as a whole: half an OR would lose rows. */
function splitOr(tree: Branch, parts: readonly SplitFilter[]): SplitFilter {
  if (parts.some(part => part.residual)) return { residual: tree, lookups: [] }
  return {
    pushed: ConditionTreeFactory.union(parts.map(part => part.pushed)),
    lookups: parts.flatMap(part => part.lookups),
  }
}

/** Groups conditions on the same related record, for one lookup instead of several. */
function groupByCrossing(
  planning: Planning,
  collection: CollectionModel,
  { aggregator, conditions }: Branch,
): readonly ConditionTree[] {
  const groups = new Map<string, ConditionTree[]>()
  const separate: ConditionTree[] = []
  for (const condition of conditions) {
    const crossing = findCrossing(planning, collection, condition)
    if (crossing === undefined) {
      separate.push(condition)
      continue
    }
    // Keys to exclude and keys to include cannot be combined into one list.
    const isNegated = aggregator === 'Or' && matchesNulls(planning, collection, condition)
    const group = `${crossing} ${isNegated}`
    groups.set(group, [...(groups.get(group) ?? []), condition])
  }
  const combine = ConditionTreeFactory[aggregator === 'And' ? 'intersect' : 'union']
  const together = [...groups.values()].map(group => combine(group))
  return [...separate, ...together.filter(tree => tree !== undefined)]
}

/**
 * Returns the path up to the first relation that the source cannot join, if it is the same for all
 * leaves.
 */
function findCrossing(
  planning: Planning,
  collection: CollectionModel,
  tree: ConditionTree,
): string | undefined {
  const crossings = new Set<string | undefined>()
  for (const text of leafPaths(tree)) {
    const { hops } = getPath(collection, text)
    const index = hops.findIndex(hop => !isPushableHop(planning, hop))
    const names = hops.slice(0, index + 1).map(hop => hop.as)
    crossings.add(index < 0 ? undefined : names.join(':'))
  }
  return crossings.size === 1 ? [...crossings][0] : undefined
}

/** Returns the condition as `key in (keys of the related records that match)`. */
function lookUp(
  planning: Planning,
  collection: CollectionModel,
  tree: ConditionTree,
  crossing: string,
): SplitFilter | undefined {
  const depth = crossing.split(':').length
  const { hops } = getPath(collection, leafPaths(tree)[0]!)
  const { relation, isTrusted } = hops[depth - 1]!
  const related = mapLeaves(tree, leaf => ({
    ...leaf,
    field: leaf.field.slice(crossing.length + 1),
  }))
  // Without a related record its fields read as null; if the condition matches nulls, the keys to
  // exclude are looked up.
  const isNegated = matchesNulls(planning, relation.target, related)
  const where = isNegated ? inverse(planning, relation.target, related) : related
  const prefix = crossing.slice(0, Math.max(0, crossing.lastIndexOf(':') + 1))
  const columns = relation.keys.map(key => key.from)
  const set = where && pushedKeys(planning, collection, prefix, columns, isNegated)
  if (!set) return undefined
  const request = { collection: relation.target, where, isTrusted }
  const lookup = { keys: set.keys, columns: relation.keys.map(key => key.to), request }
  return { pushed: set.leaf, lookups: [lookup] }
}

function matchesNulls(planning: Planning, target: CollectionModel, tree: ConditionTree): boolean {
  return evaluate(tree, {}, path => getPath(target, path).column.columnType, planning.call)
}

/** Undefined when an operator of the tree has no inverse. */
function inverse(
  planning: Planning,
  target: CollectionModel,
  tree: ConditionTree,
): ConditionTree | undefined {
  const toNative = (leaf: Leaf) => nativeForm(planning, getPath(target, leaf.field), leaf) ?? leaf
  try {
    return mapLeaves(invertTree(tree), toNative)
  } catch {
    return undefined
  }
}
