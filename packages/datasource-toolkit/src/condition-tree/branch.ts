import type { Aggregator, Branch, ConditionTree } from '../query.js'

/**
 * Conditions of which all (`And`) or at least one (`Or`) must hold.
 *
 * @example
 * const tree = new ConditionTreeBranch('Or', [
 *   new ConditionTreeLeaf('status', 'Equal', 'paid'),
 *   new ConditionTreeLeaf('total', 'GreaterThan', 100),
 * ])
 */
export class ConditionTreeBranch implements Branch {
  readonly aggregator: Aggregator
  readonly conditions: readonly ConditionTree[]

  constructor(aggregator: Aggregator, conditions: readonly ConditionTree[]) {
    this.aggregator = aggregator
    this.conditions = conditions
  }
}
