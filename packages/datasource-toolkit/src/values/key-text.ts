import type { ColumnType } from '../column-types.js'
import { bytes } from './bytes.js'
import { dateText, jsonText, timeText } from './compare.js'
import { canonicalNumber } from './decimal.js'
import { isListWithin } from './list-within.js'

/**
 * Formats a key as text; undefined when one of its values is null, because such a key equals no
 * other.
 */
export type KeyText = (values: readonly unknown[]) => string | undefined

type ValueText = (value: unknown) => string

/**
 * Creates a function that formats keys of these column types for comparison in memory: two keys
 * have the same text exactly when `compareValues` finds all their values equal, in whatever form
 * sources return them.
 *
 * @example
 * const textOf = keyText(['Number', 'String'])
 * textOf([5, 'a']) === textOf(['5.0', 'a']) // true
 * textOf([5, null]) // undefined
 */
export function keyText(columnTypes: readonly ColumnType[]): KeyText {
  const writers = columnTypes.map(valueText)
  const [first, ...others] = writers
  if (first && others.length === 0) {
    return ([value]) => (value === null || value === undefined ? undefined : first(value))
  }
  return values => {
    const texts: string[] = []
    for (const [index, write] of writers.entries()) {
      const value = values[index]
      if (value === null || value === undefined) return undefined
      texts.push(write(value))
    }
    // JSON keeps the values apart, so that different keys cannot have the same text.
    return JSON.stringify(texts)
  }
}

function valueText(columnType: ColumnType): ValueText {
  if (Array.isArray(columnType)) return listText(columnType[0] as ColumnType)
  return typeof columnType === 'string' ? texts[columnType] : jsonText
}

const texts = {
  Binary: (value: unknown) => bytes.formatHex(value as Uint8Array),
  Boolean: (value: unknown) => String(Number(value)),
  Date: dateText,
  Dateonly: String,
  Enum: String,
  File: String,
  Json: jsonText,
  Number: numberText,
  Point: listText('Number'),
  String,
  Time: timeText,
  Uuid: (value: unknown) => String(value).toLowerCase(),
} satisfies Record<string, ValueText>

function numberText(value: unknown): string {
  return String(canonicalNumber(value as string | number) ?? value)
}

function listText(element: ColumnType): ValueText {
  return list => {
    const write = valueText(element)
    const items = (list as readonly unknown[]).map(item => {
      if (item === null) return null
      return isListWithin(element, item) ? listText(element)(item) : write(item)
    })
    return JSON.stringify(items)
  }
}
