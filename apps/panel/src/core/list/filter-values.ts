import type { ColumnType } from '@service/datasource-toolkit'
import { readInput } from '../forms/read-input.js'
import type { TypedDate } from '../text/parse-date-text.js'

/** What a person typed for a condition: the values that were understood, and the texts that were not. */
export interface TypedValues {
  readonly values: readonly unknown[]
  readonly unread: readonly string[]
}

/**
 * Reads values that were typed or pasted, separated by commas or line breaks.
 *
 * @example
 * readTypedValues('Number', '12, 1.5', typed).values // [12, 1.5]
 */
export function readTypedValues(type: ColumnType, text: string, typed: TypedDate): TypedValues {
  const values: unknown[] = []
  const unread: string[] = []
  for (const part of splitTyped(type, text)) {
    const read = readTypedValue(type, part, typed)
    if (read === undefined) unread.push(part)
    else values.push(read)
  }
  return { values, unread }
}

/** JSON and points have commas of their own. */
function splitTyped(type: ColumnType, text: string): readonly string[] {
  const isWhole = type === 'Json' || type === 'Point' || typeof type !== 'string'
  return (isWhole ? [text] : text.split(/[,\n]/)).map(part => part.trim()).filter(Boolean)
}

/**
 * Reads one value that was typed for a condition; undefined when it is none of the column's type.
 *
 * @example
 * readTypedValue('Dateonly', 'tomorrow', typed) // '2026-10-02'
 */
export function readTypedValue(type: ColumnType, text: string, typed: TypedDate): unknown {
  if (text.trim() === '') return undefined
  if (type === 'Boolean') return { true: true, false: false }[text.trim().toLowerCase()]
  if (type === 'Point') return readPoint(text)
  if (type === 'Binary' || type === 'File') return text.trim()
  if (Array.isArray(type) && !text.trim().startsWith('[')) {
    const { values, unread } = readTypedValues(type[0] as ColumnType, text, typed)
    return unread.length === 0 ? values : undefined
  }
  const read = readInput(type, text, typed)
  return 'value' in read ? read.value : undefined
}

function readPoint(text: string): readonly number[] | undefined {
  const numbers = text.split(',').map(part => (part.trim() === '' ? Number.NaN : Number(part)))
  return numbers.length === 2 && numbers.every(Number.isFinite) ? numbers : undefined
}
