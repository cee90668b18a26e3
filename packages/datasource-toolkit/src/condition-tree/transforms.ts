import { ValidationError } from '@service/base'
import type { Operator } from '../operators.js'
import type { ConditionTree, Leaf } from '../query.js'
import { ConditionTreeBranch } from './branch.js'
import { ConditionTreeLeaf } from './leaf.js'

/**
 * Returns whether a tree is a leaf rather than a branch.
 *
 * @example
 * const fields = isLeaf(tree) ? [tree.field] : []
 */
export function isLeaf(tree: ConditionTree): tree is Leaf {
  return 'operator' in tree
}

/**
 * Returns whether a tree matches no row, whatever the data.
 *
 * @example
 * if (isMatchNone(tree)) return []
 */
export function isMatchNone(tree: ConditionTree | undefined): boolean {
  if (!tree || isLeaf(tree)) return false
  return tree.aggregator === 'Or'
    ? tree.conditions.every(isMatchNone)
    : tree.conditions.some(isMatchNone)
}

/**
 * Returns a copy of the tree with each leaf replaced.
 *
 * @example
 * const names = new Map([['amount', 'amt']])
 * const renamed = mapLeaves(tree, leaf => ({ ...leaf, field: names.get(leaf.field) ?? leaf.field }))
 */
export function mapLeaves(
  tree: ConditionTree,
  replace: (leaf: Leaf) => ConditionTree,
): ConditionTree {
  if (isLeaf(tree)) return replace(tree)
  const conditions = tree.conditions.map(condition => mapLeaves(condition, replace))
  return new ConditionTreeBranch(tree.aggregator, conditions)
}

/**
 * Returns whether every leaf passes a test.
 *
 * @example
 * const isLocal = everyLeaf(tree, leaf => !leaf.field.includes(':'))
 */
export function everyLeaf(tree: ConditionTree | undefined, test: (leaf: Leaf) => boolean): boolean {
  if (!tree) return true
  if (isLeaf(tree)) return test(tree)
  return tree.conditions.every(condition => everyLeaf(condition, test))
}

/**
 * Returns whether at least one leaf passes a test.
 *
 * @example
 * const dependsOnClock = someLeaf(tree, leaf => isRelativeOperator(leaf.operator))
 */
export function someLeaf(tree: ConditionTree | undefined, test: (leaf: Leaf) => boolean): boolean {
  return !everyLeaf(tree, leaf => !test(leaf))
}

/**
 * Prefixes the paths of a tree with a relation, so that it applies to the collection that has the
 * relation.
 *
 * @example
 * const onOrders = nestTree(new ConditionTreeLeaf('name', 'Equal', 'Ada'), 'customer')
 * // customer:name = 'Ada'
 */
export function nestTree(tree: ConditionTree, relation: string): ConditionTree {
  return mapLeaves(tree, leaf => withField(leaf, `${relation}:${leaf.field}`))
}

/**
 * Removes the relation that all paths of a tree begin with, so that it applies to the related
 * collection.
 *
 * @example
 * const onCustomers = unnestTree(new ConditionTreeLeaf('customer:name', 'Equal', 'Ada'))
 * // name = 'Ada'
 */
export function unnestTree(tree: ConditionTree): ConditionTree {
  const relations = new Set<string>()
  const unnested = mapLeaves(tree, leaf => {
    const colon = leaf.field.indexOf(':')
    relations.add(colon < 0 ? leaf.field : leaf.field.slice(0, colon))
    if (colon < 0 || relations.size > 1) {
      throw new ValidationError(
        `Cannot move the condition on '${leaf.field}' to one relation: the paths begin with ${[...relations].join(', ')}.`,
      )
    }
    return withField(leaf, leaf.field.slice(colon + 1))
  })
  return unnested
}

const inverses: Partial<Record<Operator, Operator>> = {
  Equal: 'NotEqual',
  NotEqual: 'Equal',
  In: 'NotIn',
  NotIn: 'In',
  Contains: 'NotContains',
  NotContains: 'Contains',
  IContains: 'NotIContains',
  NotIContains: 'IContains',
  Blank: 'Present',
  Present: 'Blank',
}

/**
 * Returns a tree that matches exactly the rows the given one does not match.
 *
 * @example
 * const others = invertTree(ConditionTreeFactory.matchIds(['id'], [[1], [2]]))
 * // id not in [1, 2]
 */
export function invertTree(tree: ConditionTree): ConditionTree {
  if (isLeaf(tree)) return invertLeaf(tree)
  const conditions = tree.conditions.map(invertTree)
  return new ConditionTreeBranch(tree.aggregator === 'And' ? 'Or' : 'And', conditions)
}

function invertLeaf(leaf: Leaf): Leaf {
  if (leaf.operator === 'Missing') return new ConditionTreeLeaf(leaf.field, 'NotEqual', null)
  const operator = inverses[leaf.operator]
  if (operator) return new ConditionTreeLeaf(leaf.field, operator, leaf.value)
  throw new ValidationError(
    `'${leaf.operator}' has no inverse. These have one: ${Object.keys(inverses).join(', ')}, Missing.`,
  )
}

function withField(leaf: Leaf, field: string): Leaf {
  return new ConditionTreeLeaf(field, leaf.operator, leaf.value)
}
