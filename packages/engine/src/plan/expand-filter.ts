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
import { type PlannedPath, pathOf, prefixOf, sourceOperators } from './path-of.js'
import { givenScope, type Planning } from './planning.js'
import { trustPath } from './trust-path.js'

type MaybeTree = ConditionTree | undefined

/** Filter, segment, search and parent as one tree of leaves a source or memory can evaluate. */
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

/** The language of searches is loaded with the first one. */
async function searched(
  planning: Planning,
  collection: CollectionModel,
  filter: Filter,
): Promise<MaybeTree> {
  const { searchCondition } = await import('../search/search-condition.js')
  return searchCondition(planning, collection, filter)
}

/** The scope of a collection, ready to be planned. It goes through relations unscoped. */
export async function expandScope(
  planning: Planning,
  collection: CollectionModel,
): Promise<MaybeTree> {
  if (planning.scopes.has(collection)) return planning.scopes.get(collection)
  const expanded = await expandTree(planning, collection, givenScope(planning, collection))
  // What replaced and imported fields stand for is read on all rows as well.
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
  // A part that lets everything through makes the whole OR do so.
  return parts.includes(undefined) ? undefined : ConditionTreeFactory.union(parts)
}

async function expandLeaf(
  planning: Planning,
  collection: CollectionModel,
  leaf: Leaf,
  replacing: readonly string[],
): Promise<MaybeTree> {
  const path = pathOf(collection, leaf.field)
  const { read } = path.column
  const rule = path.column.filter.get(leaf.operator)
  if (rule?.kind === 'imported' && read.kind === 'alias') {
    const field = prefixOf(leaf.field) + read.path
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
      `Replaced operators lead to each other: ${[...replacing, step].join(' -> ')}.`,
    )
  }
  planning.isCacheable = false
  const replaced = await rule.replace(
    leaf.value,
    path.owner.context(planning.call, `${step} of replaceFieldOperator`),
  )
  // Without a replacement the operator means what it always means.
  if (!replaced) return nativeForm(planning, path, leaf) ?? leaf
  const prefix = prefixOf(leaf.field).slice(0, -1)
  const tree = prefix ? nestTree(replaced, prefix) : replaced
  return expandTree(planning, collection, tree, [...replacing, step])
}

/** The leaf in operators of the source; undefined when it has no way to say it. */
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

/** The records of a one-to-many relation; a many-to-many is planned through its junction. */
function relatedCondition(related: RelatedTo | undefined): MaybeTree {
  if (related?.relation.kind !== 'OneToMany') return undefined
  return keysCondition(
    related.relation.keys.map(({ from, to }) => ({ column: to, value: related.parent[from] })),
  )
}

/** Columns equal to values; an absent value relates to nothing. */
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

/** Marks what a scope reads past the scopes of others, so that it gets joins and values of its own. */
function trustTree(
  planning: Planning,
  collection: CollectionModel,
  tree: ConditionTree,
): ConditionTree {
  return mapLeaves(tree, leaf => ({ ...leaf, field: trustPath(planning, collection, leaf.field) }))
}
