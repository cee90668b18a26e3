import { stringifyExactJson } from '@service/base'
import type { ColumnType } from '../column-types.js'
import type { SourceCapabilities } from '../source.js'
import { bytes } from './bytes.js'
import { compareDecimals, type Decimal, parseDecimal } from './decimal.js'
import { isDocument } from './document.js'
import { canonicalDate, canonicalDay } from './instant.js'
import { isListWithin } from './list-within.js'
import { canonicalTime, timeMicroseconds } from './time.js'

type Compare = (a: unknown, b: unknown) => number

/**
 * Compares two values of a column: negative, zero or positive. Text is compared by code point,
 * numbers exactly, null comes first or last.
 *
 * @example
 * compareValues('Number', 2, '10', 'last') // -1
 */
export function compareValues(
  columnType: ColumnType,
  a: unknown,
  b: unknown,
  nulls: SourceCapabilities['nulls'],
): number {
  const left = a ?? null
  const right = b ?? null
  if (left === null || right === null) {
    if (left === right) return 0
    return (left === null) === (nulls === 'first') ? -1 : 1
  }
  return chooseComparison(columnType)(left, right)
}

function chooseComparison(columnType: ColumnType): Compare {
  if (Array.isArray(columnType)) return compareLists(columnType[0] as ColumnType)
  return typeof columnType === 'string' ? comparisons[columnType] : compareJson
}

const compareText: Compare = (a, b) => compareCodePoints(String(a), String(b))

const comparisons = {
  Binary: compareBytes,
  Boolean: (a: unknown, b: unknown) => Number(a) - Number(b),
  Date: compareDates,
  Dateonly: compareDays,
  Enum: compareText,
  File: compareText,
  Json: compareJson,
  Number: compareNumbers,
  Point: compareLists('Number'),
  String: compareText,
  Time: compareTimes,
  Uuid: (a: unknown, b: unknown) => compareText(String(a).toLowerCase(), String(b).toLowerCase()),
} satisfies Record<string, Compare>

/**
 * UTF-16 order is code point order, except that surrogates, which encode code points above U+FFFF,
 * come before U+E000.
 */
function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index++) {
    const left = a.charCodeAt(index)
    const right = b.charCodeAt(index)
    if (left !== right) return codePointRank(left) - codePointRank(right)
  }
  return a.length - b.length
}

function codePointRank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}

function compareNumbers(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -1 : a > b ? 1 : 0
  const left = parseDecimal(a as string)
  const right = parseDecimal(b as string)
  if (left && right) return compareDecimals(left, right)
  return numberRank(a, left) - numberRank(b, right) || compareText(a, b)
}

/**
 * As in PostgreSQL, NaN is the greatest number. Values that are not numbers come after all numbers.
 */
function numberRank(value: unknown, decimal: Decimal | undefined): number {
  if (decimal) return 1
  const rank = ['-Infinity', '', 'Infinity', 'NaN'].indexOf(String(value))
  return rank < 0 ? 4 : rank
}

const plainInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.(?:\d{3}|\d{6})Z$/

/**
 * Without the final Z, texts with three and with six fraction digits sort like the instants they
 * represent.
 */
function compareDates(a: unknown, b: unknown): number {
  const left = dateText(a)
  const right = dateText(b)
  const isUsual = isOfFourDigits(left) && isOfFourDigits(right)
  return isUsual ? compareText(left, right) : compareYears(left, right)
}

export function dateText(value: unknown): string {
  if (typeof value === 'string' && plainInstant.test(value)) return value.slice(0, -1)
  const text = canonicalDate(value as string | Date) ?? String(value)
  return text.endsWith('Z') ? text.slice(0, -1) : text
}

function compareDays(a: unknown, b: unknown): number {
  const left = String(a)
  const right = String(b)
  if (isOfFourDigits(left) && isOfFourDigits(right)) return compareText(left, right)
  return compareYears(canonicalDay(left) ?? left, canonicalDay(right) ?? right)
}

const isOfFourDigits = (text: string): boolean => text.charCodeAt(4) === DASH
const DASH = 45

/** Dates of any year: by the year, then by the rest of the text. */
function compareYears(a: string, b: string): number {
  const left = parseYear(a)
  const right = parseYear(b)
  if (left === undefined || right === undefined) return compareText(a, b)
  if (left !== right) return left < right ? -1 : 1
  return compareText(afterYear(a), afterYear(b))
}

const year = /^[+-]?\d{4,7}(?=-\d\d-\d\d)/

function parseYear(text: string): number | undefined {
  if (text === 'infinity') return Number.POSITIVE_INFINITY
  if (text === '-infinity') return Number.NEGATIVE_INFINITY
  const match = year.exec(text)
  return match ? Number(match[0]) : undefined
}

const afterYear = (text: string): string => text.replace(year, '')

function compareTimes(a: unknown, b: unknown): number {
  const left = timeMicroseconds(String(a))
  const right = timeMicroseconds(String(b))
  return left === undefined || right === undefined ? compareText(a, b) : left - right
}

export function timeText(value: unknown): string {
  return canonicalTime(String(value)) ?? String(value)
}

function compareBytes(a: unknown, b: unknown): number {
  return bytes.compare(a as Uint8Array, b as Uint8Array)
}

function compareLists(element: ColumnType): Compare {
  return (a, b) => {
    const left = a as readonly unknown[]
    const right = b as readonly unknown[]
    for (let index = 0; index < Math.min(left.length, right.length); index++) {
      const order = compareItems(element, left[index], right[index])
      if (order !== 0) return order
    }
    return left.length - right.length
  }
}

/** A value comes before a nested list. */
function compareItems(element: ColumnType, left: unknown, right: unknown): number {
  const isLeftList = isListWithin(element, left)
  const isRightList = isListWithin(element, right)
  if (isLeftList && isRightList) return compareLists(element)(left, right)
  if (isLeftList !== isRightList && left !== null && right !== null) return isLeftList ? 1 : -1
  return compareValues(element, left, right, 'last')
}

function compareJson(a: unknown, b: unknown): number {
  return compareText(jsonText(a), jsonText(b))
}

function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys)
  if (!isDocument(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => compareCodePoints(a, b))
      .map(([name, part]) => [name, withSortedKeys(part)]),
  )
}

/** Formats a value as JSON with sorted object keys. */
export function jsonText(value: unknown): string {
  return stringifyExactJson(withSortedKeys(value)) as string
}
