import {
  type ColumnType,
  legalOperators,
  type Operator,
  operandType,
  ValidationError,
  type ValidationRule,
} from '@service/datasource-toolkit'
import { draftColumn } from '../../model/draft.js'
import type { Additions } from '../../typings/additions.js'
import type { ColumnName, Schema } from '../../typings/schema.js'
import { defineOperation } from '../define-operation.js'
import type { CollectionCustomizer } from '../index.js'

export interface AddFieldValidation<S extends Schema, N extends keyof S, A extends Additions> {
  /**
   * Adds a rule that written values of a field must keep.
   *
   * @example
   * products.addFieldValidation('price', 'GreaterThan', 0).addFieldValidation('name', 'Present')
   */
  addFieldValidation(
    name: ColumnName<S, N, A>,
    operator: Operator,
    value?: unknown,
  ): CollectionCustomizer<S, N, A>
}

export const addFieldValidation = defineOperation(
  'addFieldValidation',
  (collection, name: string, operator: Operator, value?: unknown) => {
    const column = draftColumn(collection, name)
    if (column.write.kind === 'none') {
      throw new ValidationError(`'${name}' is read-only: there is nothing to check.`)
    }
    assertUsable(name, column.columnType, operator, value)
    const rule: ValidationRule = value === undefined ? { operator } : { operator, value }
    column.checks = [...column.checks, rule]
  },
)

function assertUsable(name: string, type: ColumnType, operator: Operator, value: unknown): void {
  const legal = legalOperators(type)
  if (!legal.has(operator)) {
    throw new ValidationError(
      `'${operator}' cannot check '${name}'. Possible: ${[...legal].join(', ')}.`,
    )
  }
  const needsValue = operandType(operator, type) !== undefined
  if (needsValue && value === undefined) {
    throw new ValidationError(`'${operator}' on '${name}' needs a value to compare with.`)
  }
}
