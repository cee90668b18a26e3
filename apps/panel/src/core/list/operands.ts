import { toSnakeCase } from '@service/base'
import {
  type ColumnType,
  getOperandKind,
  legalOperators,
  type Operand,
  type Operator,
  operandType,
} from '@service/datasource-toolkit'
import type { FieldModel } from '../schema/collection-model.js'
import { toOperator } from '../schema/to-operator.js'
import type { FilterLeaf } from './filter-tree.js'

/** An operator that a field can be filtered with, and what it is compared with. */
export interface OperatorChoice {
  /** In snake case. */
  readonly operator: string
  readonly operand: Operand
  /** The type of the operand; undefined when there is none. */
  readonly type: ColumnType | undefined
}

/**
 * Lists the operators that the agent offers for a field.
 *
 * @example
 * listOperators(status).map(({ operator }) => operator) // ['equal', 'not_equal', 'in', …]
 */
export function listOperators(field: FieldModel): readonly OperatorChoice[] {
  const legal = legalOperators(field.columnType)
  return field.operators
    .filter(operator => legal.has(operator))
    .map(operator => describe(operator, field.columnType))
}

function describe(operator: Operator, columnType: ColumnType): OperatorChoice {
  return {
    operator: toSnakeCase(operator),
    operand: getOperandKind(operator),
    type: operandType(operator, columnType),
  }
}

/**
 * Returns a condition with another operator. The value is kept where the new operator can use it.
 *
 * @example
 * changeOperator({ field: 'status', operator: 'equal', value: 'paid' }, status, 'in').value // ['paid']
 */
export function changeOperator(leaf: FilterLeaf, field: FieldModel, operator: string): FilterLeaf {
  const choices = listOperators(field)
  const before = choices.find(choice => choice.operator === leaf.operator)?.operand
  const after = choices.find(choice => choice.operator === operator)?.operand
  const value = convertOperand(leaf.value, before, after)
  return { field: leaf.field, operator, ...(value !== undefined && { value }) }
}

function convertOperand(value: unknown, before?: Operand, after?: Operand): unknown {
  if (after === undefined || after === 'none') return undefined
  if (before === after) return value
  if (after === 'list') return before === 'value' && value !== undefined ? [value] : []
  if (after === 'value' && before === 'list') return Array.isArray(value) ? value[0] : undefined
  return undefined
}

/**
 * Returns whether a condition is complete: it has a value where its operator takes one.
 *
 * @example
 * isComplete({ field: 'status', operator: 'in', value: [] }) // false
 */
export function isComplete({ operator, value }: FilterLeaf): boolean {
  const operand = readOperand(operator)
  if (operand === 'none') return true
  if (operand === 'list') return Array.isArray(value) && value.length > 0
  return value !== undefined && value !== ''
}

function readOperand(operator: string): Operand | undefined {
  const known = toOperator(operator)
  return known && getOperandKind(known)
}
