import type { ColumnType } from '../column-types.js'
import { dateText, jsonText, timeText } from './compare.js'
import { canonicalNumber } from './decimal.js'
import { isListWithin } from './list-within.js'

/** The text of a key; undefined when a part of it is null: such a key equals no other. */
export type KeyText = (values: readonly unknown[]) => string | undefined

type ValueText = (value: unknown) => string

/**
 * Compiles how keys of these column types are compared in memory: two have the same text exactly
 * when `compareValues` finds all their parts equal, in whatever form their sources give them.
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
    // As JSON, no part can be taken for a piece of another.
    return JSON.stringify(texts)
  }
}

function valueText(columnType: ColumnType): ValueText {
  if (Array.isArray(columnType)) return listText(columnType[0] as ColumnType)
  return typeof columnType === 'string' ? texts[columnType] : jsonText
}

const texts = {
  Binary: (value: unknown) => Buffer.from(value as Uint8Array).toString('hex'),
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
