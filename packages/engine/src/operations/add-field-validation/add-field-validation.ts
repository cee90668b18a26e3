import { knownNames, ValidationError } from '@service/base'
import {
  castFilterValue,
  legalOperators,
  type Operator,
  operandType,
} from '@service/datasource-toolkit'
import { type DraftColumn, draftColumn } from '../../model/draft.js'
import type { Check } from '../../model/model.js'
import { defineOperation } from '../define-operation.js'

export const addFieldValidation = defineOperation(
  'addFieldValidation',
  (collection, name: string, operator: Operator, value?: unknown) => {
    const column = draftColumn(collection, name)
    if (column.write.kind === 'none') {
      throw new ValidationError(`'${name}' is read-only: there is nothing to check.`)
    }
    const operand = checkedValue(name, column, operator, value)
    const rule: Check = {
      operator,
      ...(operand !== undefined && { value: operand }),
      isAdded: true,
    }
    column.checks = [...column.checks, rule]
  },
)

/** Returns the operand in canonical form; undefined for an operator without one. */
function checkedValue(
  field: string,
  { columnType, enumValues }: DraftColumn,
  operator: Operator,
  value: unknown,
): unknown {
  const usable = [...legalOperators(columnType), ...(inMemory[String(columnType)] ?? [])]
  if (!usable.includes(operator)) {
    throw new ValidationError(
      `'${operator}' cannot check '${field}'. Possible: ${knownNames(operator, usable, usable.length)}`,
    )
  }
  const needsValue = operandType(operator, columnType) !== undefined
  if (needsValue && (value === undefined || value === null)) {
    throw new ValidationError(`'${operator}' on '${field}' needs a value to compare with.`)
  }
  if (operator === 'Match') assertPattern(field, value)
  return castFilterValue({ field, operator, value }, { columnType, enumValues })
}

const orders: readonly Operator[] = [
  'GreaterThan',
  'GreaterThanOrEqual',
  'LessThan',
  'LessThanOrEqual',
]

/** Operators that filters do not offer on a type, but memory can evaluate. */
const inMemory: Readonly<Record<string, readonly Operator[]>> = {
  String: ['Match'],
  Enum: ['Match'],
  Uuid: ['Match'],
  Date: orders,
  Dateonly: orders,
}

function assertPattern(name: string, value: unknown): void {
  if (value instanceof RegExp) return
  const [, source, flags] = /^\/(.*)\/([a-z]*)$/s.exec(String(value)) ?? []
  try {
    new RegExp(source ?? String(value), flags)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ValidationError(`'Match' on '${name}': ${reason}.`, { cause: error })
  }
}
