import type { ConditionTree, Leaf, Operator } from '@service/datasource-toolkit'
import { ConditionTreeFactory, mapLeaves } from '@service/datasource-toolkit'
import type { CollectionModel } from '../model/model.js'
import { getPath, slicePrefix, sourceOperators } from './get-path.js'
import type { KeySet } from './plan.js'
import type { Planning } from './planning.js'
import { isPushablePath } from './pushable.js'

/** A lookup that is not planned yet. */
export interface PendingLookup {
  readonly keys: KeySet
  readonly columns: readonly string[]
  readonly request: {
    readonly collection: CollectionModel
    readonly where?: ConditionTree
    readonly isTrusted: boolean
  }
}

/** Key values, column by column. */
export type KeyValues = readonly (readonly unknown[])[]
export type KeyBindings = ReadonlyMap<KeySet, KeyValues>

/**
 * Returns a leaf that gets its keys at run time; undefined when the source cannot compare the
 * columns with them.
 */
export function pushedKeys(
  planning: Planning,
  collection: CollectionModel,
  prefix: string,
  columns: readonly string[],
  isNegated: boolean,
): { readonly keys: KeySet; readonly leaf: Leaf } | undefined {
  // Excluding pairs of values is not an AND of conditions on each column.
  if (isNegated && columns.length > 1) return undefined
  const has = (operator: Operator) =>
    columns.every(column => {
      const path = getPath(collection, prefix + column)
      const operators = sourceOperators(path.owner, path.column)
      return operators.has(operator) && isPushablePath(planning, path)
    })
  const canList = columns.length === 1 && has(isNegated ? 'NotIn' : 'In')
  if (!canList && !has(isNegated ? 'NotEqual' : 'Equal')) return undefined
  return createPendingLeaf(prefix, columns, isNegated, canList)
}

export interface KeyCondition {
  readonly keys: KeySet
  readonly leaf: Leaf
  readonly isPushed: boolean
}

/**
 * Returns a condition on columns of the collection itself, for the source if possible, else for
 * memory.
 */
export function keyCondition(
  planning: Planning,
  collection: CollectionModel,
  columns: readonly string[],
): KeyCondition {
  const pushed = pushedKeys(planning, collection, '', columns, false)
  if (pushed) return { ...pushed, isPushed: true }
  return { ...createPendingLeaf('', columns, false, columns.length === 1), isPushed: false }
}

function createPendingLeaf(
  prefix: string,
  columns: readonly string[],
  isNegated: boolean,
  canList: boolean,
): { readonly keys: KeySet; readonly leaf: Leaf } {
  const keys: KeySet = { kind: 'keys', columns, canList }
  const operator = isNegated ? 'NotIn' : 'In'
  return { keys, leaf: { field: prefix + columns[0], operator, value: keys } }
}

/** Replaces the key sets by the keys that were found. */
export function bindKeys(tree: ConditionTree, bindings: KeyBindings): ConditionTree {
  const replace = (leaf: Leaf) => {
    const values = bindings.get(leaf.value as KeySet)
    return values ? boundLeaf(leaf, leaf.value as KeySet, values) : leaf
  }
  const bound = mapLeaves(tree, replace)
  return ConditionTreeFactory.intersect([bound]) ?? bound
}

function boundLeaf(leaf: Leaf, { columns, canList }: KeySet, values: KeyValues): ConditionTree {
  const isNegated = leaf.operator === 'NotIn'
  if (canList) {
    if (values.length === 0 && !isNegated) return ConditionTreeFactory.matchNone
    return { ...leaf, value: values.map(([value]) => value) }
  }
  const operator = isNegated ? 'NotEqual' : 'Equal'
  const prefix = slicePrefix(leaf.field)
  const each = values.map(key => {
    const parts = columns.map(
      (name, index) => ({ field: prefix + name, operator, value: key[index] }) as const,
    )
    return ConditionTreeFactory.intersect(parts)
  })
  const aggregator = isNegated ? 'And' : 'Or'
  return { aggregator, conditions: each.filter(tree => tree !== undefined) }
}
