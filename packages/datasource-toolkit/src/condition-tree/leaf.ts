import type { Operator } from '../operators.js'
import type { FieldPath, Leaf } from '../query.js'

/**
 * One condition on one field.
 *
 * @example
 * const paid = new ConditionTreeLeaf('status', 'Equal', 'paid')
 */
export class ConditionTreeLeaf implements Leaf {
  readonly field: FieldPath
  readonly operator: Operator
  declare readonly value?: unknown

  constructor(field: FieldPath, operator: Operator, value?: unknown) {
    this.field = field
    this.operator = operator
    if (value !== undefined) this.value = value
  }
}
