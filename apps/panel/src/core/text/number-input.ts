import { canonicalNumber, parseDecimal } from '@service/datasource-toolkit'
import { shiftPoint } from './format-number.js'

/** A number as it travels: one that a double cannot hold exactly is a text. */
export type ExactNumber = number | string

interface Separators {
  readonly group: string
  readonly decimal: string
}

const separators = new Map<string, Separators>()

function findSeparators(language: string): Separators {
  const known = separators.get(language)
  if (known) return known
  const parts = new Intl.NumberFormat(language, { useGrouping: 'always' }).formatToParts(12345.6)
  const find = (type: string) => parts.find(part => part.type === type)?.value
  const found = { group: find('group') ?? ',', decimal: find('decimal') ?? '.' }
  separators.set(language, found)
  return found
}

const decimalPoint = {
  grouped: /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/,
  other: /^[+-]?\d+,\d+$/,
}
const decimalComma = {
  grouped: /^[+-]?\d{1,3}(?:\.\d{3})+(?:,\d*)?$/,
  other: /^[+-]?\d*,\d*$/,
}

/**
 * Reads a number as people of a language type it, with all its digits. Spaces, apostrophes and
 * separators between groups of three digits are not part of it.
 *
 * @example
 * parseNumberText('1,848.82', 'en') // 1848.82
 * parseNumberText('1.848,82', 'de') // 1848.82
 */
export function parseNumberText(text: string, language: string): ExactNumber | undefined {
  const compact = text.replace(/[\s\u00a0\u202f_'’]/g, '').replace(/^[−–]/, '-')
  const hasComma = findSeparators(language).decimal === ','
  const { grouped, other } = hasComma ? decimalComma : decimalPoint
  const plain = grouped.test(compact) ? compact.replaceAll(hasComma ? '.' : ',', '') : compact
  const isComma = hasComma ? plain.includes(',') : other.test(plain)
  return canonicalNumber(isComma ? plain.replace(',', '.') : plain)
}

interface NumberInputStyle {
  readonly language: string
  readonly isGrouped?: boolean
  /** How many digits are shown after the point at least. */
  readonly digits?: number
}

/**
 * Formats a number so that it can be edited and read back exactly.
 *
 * @example
 * formatNumberInput(1848.5, { language: 'en', isGrouped: true, digits: 2 }) // '1,848.50'
 */
export function formatNumberInput(
  value: ExactNumber,
  { language, isGrouped = false, digits = 0 }: NumberInputStyle,
): string {
  if (!isExactNumber(value)) return String(value)
  const [whole = '', fraction = ''] = shiftPoint(value, 0).split('.')
  const { group, decimal } = findSeparators(language)
  const start = isGrouped ? groupDigits(whole, group) : whole
  const end = fraction.padEnd(digits, '0')
  return end === '' ? start : `${start}${decimal}${end}`
}

function groupDigits(whole: string, group: string): string {
  const sign = whole.startsWith('-') ? '-' : ''
  const digits = whole.slice(sign.length)
  const first = digits.length % 3 || 3
  const groups = [digits.slice(0, first)]
  for (let at = first; at < digits.length; at += 3) groups.push(digits.slice(at, at + 3))
  return sign + groups.join(group)
}

/**
 * Tells whether a value is a number that can be computed with.
 *
 * @example
 * isExactNumber('12345678901234567890') // true
 */
export function isExactNumber(value: unknown): value is ExactNumber {
  if (typeof value !== 'number' && typeof value !== 'string') return false
  return parseDecimal(value) !== undefined
}

/**
 * Multiplies by a power of ten without rounding: amounts in cents are shown in whole units.
 *
 * @example
 * shiftNumber('12.34', 2) // 1234
 */
export function shiftNumber(value: ExactNumber, places: number): ExactNumber {
  const decimal = parseDecimal(value)
  if (!decimal) return value
  return canonicalNumber(`${decimal.digits}e${places - decimal.scale}`) ?? value
}

/** What a number may be. */
export interface NumberRange {
  readonly min?: number | undefined
  readonly max?: number | undefined
  readonly step?: number | undefined
}

/**
 * Reads the range of a number from the parameters of its widget.
 *
 * @example
 * readNumberRange({ name: 'number', parameters: { min: 0, max: null } }) // { min: 0 }
 */
export function readNumberRange(parameters: Readonly<Record<string, unknown>> = {}): NumberRange {
  const read = (name: string) => {
    const value = parameters[name]
    return typeof value === 'number' && Number.isFinite(value) ? { [name]: value } : {}
  }
  const { step } = read('step')
  return {
    ...read('min'),
    ...read('max'),
    ...(step !== undefined && step > 0 && { step }),
  }
}

/**
 * Returns the number some steps further, inside its range.
 *
 * @example
 * stepNumber('0.1', 2, { step: 0.1 }) // 0.3
 */
export function stepNumber(value: ExactNumber | null, count: number, range: NumberRange) {
  const { min, max, step = 1 } = range
  const from = value !== null && isExactNumber(value) ? value : (min ?? 0)
  const next = value === null && min !== undefined ? min : add(from, step, count)
  if (min !== undefined && compareNumbers(next, min) < 0) return min
  if (max !== undefined && compareNumbers(next, max) > 0) return max
  return next
}

function add(value: ExactNumber, step: number, count: number): ExactNumber {
  const [left, right, scale] = align(value, step)
  return canonicalNumber(`${left + right * BigInt(count)}e${-scale}`) ?? value
}

/**
 * Compares two numbers exactly: negative when the first is less.
 *
 * @example
 * compareNumbers('0.10', 0.1) // 0
 */
export function compareNumbers(a: ExactNumber, b: ExactNumber): number {
  const [left, right] = align(a, b)
  return left < right ? -1 : left > right ? 1 : 0
}

function align(a: ExactNumber, b: ExactNumber): readonly [bigint, bigint, number] {
  const [first, second] = [a, b].map(each => parseDecimal(each) ?? { digits: 0n, scale: 0 })
  const scale = Math.max(first!.scale, second!.scale)
  const grow = ({ digits, scale: own }: { digits: bigint; scale: number }) =>
    digits * 10n ** BigInt(scale - own)
  return [grow(first!), grow(second!), scale]
}

/**
 * Says which end of its range a number is beyond.
 *
 * @example
 * checkNumberRange(12, { max: 10 }) // 'max'
 */
export function checkNumberRange(value: ExactNumber, { min, max }: NumberRange) {
  if (!isExactNumber(value)) return undefined
  if (min !== undefined && compareNumbers(value, min) < 0) return 'min' as const
  return max !== undefined && compareNumbers(value, max) > 0 ? ('max' as const) : undefined
}
