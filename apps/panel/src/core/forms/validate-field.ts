import { isServiceError, ValidationError } from '@service/base'
import { type ColumnType, evaluate, type Operator, parseValue } from '@service/datasource-toolkit'
import type { FieldModel } from '../schema/collection-model.js'
import { readFileValue } from './file-value.js'

/** Why a value cannot be saved. */
export type FieldProblem =
  | { readonly kind: 'required' }
  | { readonly kind: 'type'; readonly message: string }
  /** A rule of the schema; `message` is the agent's. */
  | { readonly kind: 'rule'; readonly rule: string; readonly message: string }

/** What validation needs to know about a field. */
export type ValidatedField = Pick<
  FieldModel,
  'kind' | 'columnType' | 'enumValues' | 'validations' | 'isRequired'
>

/** The rules of the schema, by the operator that decides about them. */
const rules: Readonly<Record<string, Operator>> = {
  'is after': 'After',
  'is before': 'Before',
  contains: 'Contains',
  'is greater than': 'GreaterThan',
  'is greater than or equal to': 'GreaterThanOrEqual',
  'is less than': 'LessThan',
  'is less than or equal to': 'LessThanOrEqual',
  'is longer than': 'LongerThan',
  'is shorter than': 'ShorterThan',
  'is like': 'Match',
}

/**
 * Checks a value by the rules of the schema, before it is sent. The agent decides in the end: a
 * rule that is not known here passes.
 *
 * @example
 * validateField(orders.fields.get('reference')!, '') // [{ kind: 'required' }]
 */
export function validateField(field: ValidatedField, value: unknown): readonly FieldProblem[] {
  const isNeeded = field.isRequired || field.validations.some(({ type }) => type === 'is present')
  if (isEmpty(value)) return isNeeded ? [{ kind: 'required' }] : []
  if (field.kind !== 'column') return []
  const wrongType = checkType(field, value)
  if (wrongType) return [wrongType]
  return field.validations
    .filter(rule => !passes(field, rule.type, rule.value, value))
    .map(({ type, message }) => ({ kind: 'rule', rule: type, message }))
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === ''
}

function checkType({ columnType, enumValues }: ValidatedField, value: unknown) {
  try {
    if (!areFiles(columnType, value)) throw new ValidationError('This is not a file.')
    parseValue(columnType, value, enumValues.length > 0 ? enumValues : undefined)
    return undefined
  } catch (error) {
    if (!isServiceError(error)) throw error
    return { kind: 'type', message: error.message } as const
  }
}

/** Files travel as data URIs; the toolkit takes any text for them. */
function areFiles(columnType: ColumnType, value: unknown): boolean {
  if (Array.isArray(columnType) && Array.isArray(value)) {
    return value.every(each => areFiles(columnType[0] as ColumnType, each))
  }
  return columnType !== 'File' || readFileValue(value) !== undefined
}

function passes({ columnType }: ValidatedField, type: string, operand: unknown, value: unknown) {
  const operator = rules[type]
  if (!operator) return true
  try {
    const leaf = { field: 'value', operator, value: operand }
    const call = { timezone: 'UTC', now: new Date(0) }
    return evaluate(leaf, { value }, () => columnType, call)
  } catch {
    // A rule that cannot be evaluated, such as a regular expression of another language.
    return true
  }
}
