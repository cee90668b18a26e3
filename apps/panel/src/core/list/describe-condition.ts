import type { FieldModel } from '../schema/collection-model.js'
import { type DateStyle, formatDate, formatDay } from '../text/format-date.js'
import { formatNumber } from '../text/format-number.js'
import type { FilterLeaf } from './filter-tree.js'
import { readVariable } from './user-variables.js'

interface ConditionTexts {
  /** What an operator says; `…` is where its value belongs. */
  readonly operator: string
  readonly yes: string
  readonly no: string
  readonly empty: string
  /** Names what stands for the person who reads: `me`. */
  readonly describeVariable?: (name: string) => string
}

/**
 * Writes what a condition says after the name of its field.
 *
 * @example
 * describeCondition({ field: 'ordered_at', operator: 'previous_x_days', value: 30 }, orderedAt, texts, style)
 * // 'was in the last 30 days'
 */
export function describeCondition(
  leaf: FilterLeaf,
  field: FieldModel | undefined,
  texts: ConditionTexts,
  style: DateStyle,
  findTitle?: (key: unknown) => string | undefined,
): string {
  const value =
    leaf.value === undefined
      ? ''
      : (Array.isArray(leaf.value) ? leaf.value : [leaf.value])
          .map(each => findTitle?.(each) ?? describeValue(each, field, texts, style))
          .join(', ')
  // A function, since `$&` in a text would stand for something else.
  if (texts.operator.includes('…')) return texts.operator.replace('…', () => value)
  return `${texts.operator} ${value}`.trim()
}

function describeValue(
  value: unknown,
  field: FieldModel | undefined,
  texts: ConditionTexts,
  style: DateStyle,
): string {
  if (value === null || value === '') return texts.empty
  const variable = readVariable(value)
  if (variable !== undefined && texts.describeVariable) return texts.describeVariable(variable)
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  if (typeof value === 'number') return formatNumber(value, style.language)
  if (typeof value === 'object') return JSON.stringify(value)
  if (field?.columnType === 'Date') return formatDate(String(value), style)
  return field?.columnType === 'Dateonly' ? formatDay(String(value), style.language) : String(value)
}
