import { withoutTrailing } from '@service/base'
/** A decimal number: `digits` × 10^-`scale`. */
export interface Decimal {
  readonly digits: bigint
  readonly scale: number
}

const pattern = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/

/** A short integer, like most ids: a double represents it exactly. */
const shortInteger = /^-?\d{1,15}$/

/** More than any database stores, and few enough to compute with. */
const maxCharacters = 1_000

const beyondNumbers = /^(?:([+-]?)inf(?:inity)?|nan)$/i

/**
 * Returns the canonical text of NaN or an infinity; undefined for any other text.
 *
 * @example
 * specialNumber('-inf') // '-Infinity'
 */
export function specialNumber(text: string): 'NaN' | 'Infinity' | '-Infinity' | undefined {
  const match = beyondNumbers.exec(text)
  if (!match) return undefined
  if (match[1] === undefined) return 'NaN'
  return match[1] === '-' ? '-Infinity' : 'Infinity'
}

/**
 * Parses a decimal text or a number exactly; undefined when it is not a number.
 *
 * @example
 * parseDecimal('1.50') // { digits: 150n, scale: 2 }
 */
export function parseDecimal(value: string | number | bigint): Decimal | undefined {
  const text = String(value).trim()
  const match = text.length <= maxCharacters && pattern.exec(text)
  if (!match) return undefined
  const [, sign, whole = '', fraction = '', exponent = '0'] = match
  if (whole === '' && fraction === '') return undefined
  const digits = BigInt(`${whole}${fraction}`) * (sign === '-' ? -1n : 1n)
  const scale = fraction.length - Number(exponent)
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 }
}

/** Formats plain decimal text, without exponent or redundant zeros. */
export function decimalText({ digits, scale }: Decimal): string {
  const negative = digits < 0n
  const text = (negative ? -digits : digits).toString().padStart(scale + 1, '0')
  const whole = text.slice(0, text.length - scale)
  const fraction = withoutTrailing(text.slice(text.length - scale), '0')
  const plain = fraction ? `${whole}.${fraction}` : whole
  return negative ? `-${plain}` : plain
}

function align(a: Decimal, b: Decimal): [bigint, bigint, number] {
  const scale = Math.max(a.scale, b.scale)
  const grow = (value: Decimal) => value.digits * 10n ** BigInt(scale - value.scale)
  return [grow(a), grow(b), scale]
}

export function compareDecimals(a: Decimal, b: Decimal): number {
  const [left, right] = align(a, b)
  return left < right ? -1 : left > right ? 1 : 0
}

export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const [left, right, scale] = align(a, b)
  return { digits: left + right, scale }
}

/** More digits than a double has. */
const quotientDigits = 25

/**
 * Divides a decimal by a whole number, rounded once, to the nearest double.
 *
 * @example
 * divideDecimal({ digits: 10n, scale: 1 }, 4) // 0.25
 */
export function divideDecimal({ digits, scale }: Decimal, divisor: number): number {
  const whole = Number(digits)
  if (scale === 0 && Number.isSafeInteger(whole)) return whole / divisor
  const grown = (digits * 10n ** BigInt(quotientDigits)) / BigInt(divisor)
  return Number(decimalText({ digits: grown, scale: scale + quotientDigits }))
}

/**
 * Returns the canonical form of a number: a number, decimal text when a double cannot represent it
 * exactly, or the text `NaN`, `Infinity` or `-Infinity`. Undefined when the value is not a number.
 *
 * @example
 * canonicalNumber('1.10') // 1.1
 * canonicalNumber('12345678901234567890') // '12345678901234567890'
 */
export function canonicalNumber(value: string | number | bigint): number | string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : undefined
  if (typeof value === 'string' && shortInteger.test(value)) return Number(value) + 0
  const decimal = parseDecimal(value)
  if (!decimal) return typeof value === 'string' ? specialNumber(value.trim()) : undefined
  const text = decimalText(decimal)
  const double = Number(text)
  const back = Number.isFinite(double) ? parseDecimal(double) : undefined
  return back && decimalText(back) === text ? double + 0 : text
}
