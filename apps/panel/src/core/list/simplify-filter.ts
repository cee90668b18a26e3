import { type FilterTree, isBranch, isUnreadable } from './filter-tree.js'
import { isComplete } from './operands.js'

/**
 * Returns a filter without conditions that are not complete, and without groups of one; undefined
 * when nothing is left.
 *
 * @example
 * simplifyFilter({ aggregator: 'and', conditions: [{ field: 'status', operator: 'equal' }] }) // undefined
 */
export function simplifyFilter(tree: FilterTree): FilterTree | undefined {
  if (isUnreadable(tree)) return tree
  if (!isBranch(tree)) return isComplete(tree) ? tree : undefined
  const conditions = tree.conditions.flatMap(each => simplifyFilter(each) ?? [])
  return conditions.length < 2 ? conditions[0] : { ...tree, conditions }
}
