import { knownNames, ValidationError } from '@service/base'
import type { ConditionTree, Leaf } from '@service/datasource-toolkit'
import {
  ConditionTreeFactory,
  isLeaf,
  isRelativeOperator,
  mapLeaves,
  nestTree,
  rewriteLeaf,
} from '@service/datasource-toolkit'
import type { CollectionModel } from '../model/model.js'
import type { Filter, RelatedTo } from '../query.js'
import { isEmulatedLeaf } from '../search/searched.js'
import { getPath, type PlannedPath, slicePrefix, sourceOperators } from './get-path.js'
import { givenScope, type Planning } from './planning.js'
import { trustPath } from './trust-path.js'

type MaybeTree = ConditionTree | undefined

/**
 * Combines filter, segment, search and parent into one tree of leaves that a source or memory can
 * evaluate.
 */
export async function expandFilter(
  planning: Planning,
  collection: CollectionModel,
  filter: Filter,
): Promise<MaybeTree> {
  const trees = [
    filter.conditionTree,
    filter.segment === undefined
      ? undefined
      : await segmentCondition(planning, collection, filter.segment),
    filter.search === undefined ? undefined : await searched(planning, collection, filter),
    relatedCondition(filter.related),
  ]
  return expandTree(planning, collection, ConditionTreeFactory.intersect(trees))
}

/** The parser of searches is loaded with the first search. */
async function searched(
  planning: Planning,
  collection: CollectionModel,
  filter: Filter,
): Promise<MaybeTree> {
  const { searchCondition } = await import('../search/search-condition.js')
  return searchCondition(planning, collection, filter)
}

/** Expands the scope of a collection for planning. Its relations are followed without scopes. */
export async function expandScope(
  planning: Planning,
  collection: CollectionModel,
): Promise<MaybeTree> {
  if (planning.scopes.has(collection)) return planning.scopes.get(collection)
  const expanded = await expandTree(planning, collection, givenScope(planning, collection))
  // The fields behind replaced and imported fields are also read on all rows.
  const tree = expanded && trustTree(planning, collection, expanded)
  planning.scopes.set(collection, tree)
  return tree
}

export async function expandTree(
  planning: Planning,
  collection: CollectionModel,
  tree: MaybeTree,
  replacing: readonly string[] = [],
): Promise<MaybeTree> {
  if (!tree) return undefined
  if (isLeaf(tree)) return expandLeaf(planning, collection, tree, replacing)
  if (tree.aggregator === 'Or' && tree.conditions.length === 0) return tree
  const parts: MaybeTree[] = []
  for (const condition of tree.conditions) {
    parts.push(await expandTree(planning, collection, condition, replacing))
  }
  if (tree.aggregator === 'And') return ConditionTreeFactory.intersect(parts)
  // A part without a condition matches all rows, and so does the whole OR.
  return parts.includes(undefined) ? undefined : ConditionTreeFactory.union(parts)
}

async function expandLeaf(
  planning: Planning,
  collection: CollectionModel,
  leaf: Leaf,
  replacing: readonly string[],
): Promise<MaybeTree> {
  const path = getPath(collection, leaf.field)
  const { read } = path.column
  const rule = path.column.filter.get(leaf.operator)
  if (rule?.kind === 'imported' && read.kind === 'alias') {
    const field = slicePrefix(leaf.field) + read.path
    return expandLeaf(planning, collection, { ...leaf, field }, replacing)
  }
  if (rule?.kind === 'emulated') return leaf
  if (rule?.kind !== 'replaced') {
    if (isEmulatedLeaf(leaf)) return leaf
    return nativeForm(planning, path, leaf) ?? refuseOperator(path, leaf)
  }
  const step = `${path.owner.name}.${path.column.name} ${leaf.operator}`
  if (replacing.includes(step)) {
    throw new ValidationError(
      `Replaced operators form a cycle: ${[...replacing, step].join(' -> ')}.`,
    )
  }
  planning.isCacheable = false
  const replaced = await rule.replace(
    leaf.value,
    path.owner.context(planning.call, `${step} of replaceFieldOperator`),
  )
  // Without a replacement the operator has its default meaning.
  if (!replaced) return nativeForm(planning, path, leaf) ?? leaf
  const prefix = slicePrefix(leaf.field).slice(0, -1)
  const tree = prefix ? nestTree(replaced, prefix) : replaced
  return expandTree(planning, collection, tree, [...replacing, step])
}

/** Returns the leaf in operators of the source; undefined when that is impossible. */
export function nativeForm(
  planning: Planning,
  { owner, column }: PlannedPath,
  leaf: Leaf,
): MaybeTree {
  const supported = sourceOperators(owner, column)
  if (supported.has(leaf.operator)) return leaf
  if (supported.size === 0) return undefined
  if (isRelativeOperator(leaf.operator)) planning.isCacheable = false
  return rewriteLeaf(leaf, column.columnType, supported, planning.call)
}

function refuseOperator({ owner, column }: PlannedPath, leaf: Leaf): never {
  throw new ValidationError(
    `'${leaf.operator}' is not available on '${owner.name}.${column.name}'. Available: ${knownNames(leaf.operator, column.filter.keys(), column.filter.size)}`,
  )
}

async function segmentCondition(
  planning: Planning,
  collection: CollectionModel,
  name: string,
): Promise<MaybeTree> {
  const segment = collection.segments.get(name)
  if (!segment) {
    throw new ValidationError(
      `No segment '${name}' on '${collection.name}'. It has: ${knownNames(name, collection.segments.keys())}`,
    )
  }
  planning.isCacheable = false
  return segment.conditionTree(
    collection.context(planning.call, `${collection.name} segment '${name}'`),
  )
}

/**
 * Returns the condition for the records of a one-to-many relation; a many-to-many is planned
 * through its junction.
 */
function relatedCondition(related: RelatedTo | undefined): MaybeTree {
  if (related?.relation.kind !== 'OneToMany') return undefined
  return keysCondition(
    related.relation.keys.map(({ from, to }) => ({ column: to, value: related.parent[from] })),
  )
}

/** Compares columns with values; a null value matches nothing. */
export function keysCondition(
  pairs: readonly { readonly column: string; readonly value: unknown }[],
): MaybeTree {
  if (pairs.some(({ value }) => value === null || value === undefined)) {
    return ConditionTreeFactory.matchNone
  }
  return ConditionTreeFactory.intersect(
    pairs.map(({ column, value }) => ({ field: column, operator: 'Equal', value })),
  )
}

/**
 * Marks the paths that a scope reads without other scopes, so that they get separate joins and
 * values.
 */
function trustTree(
  planning: Planning,
  collection: CollectionModel,
  tree: ConditionTree,
): ConditionTree {
  return mapLeaves(tree, leaf => ({ ...leaf, field: trustPath(planning, collection, leaf.field) }))
}
