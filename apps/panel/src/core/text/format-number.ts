import { parseDecimal } from '@service/datasource-toolkit'

type Numeric = number | string

const formats = new Map<string, Intl.NumberFormat>()

function getFormat(language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify([language, options])
  const known = formats.get(key)
  if (known) return known
  const format = new Intl.NumberFormat(language, options)
  formats.set(key, format)
  return format
}

/** All digits of a text are kept: a double would round numbers of more than 15. */
function formatExactly(
  value: Numeric,
  language: string,
  options: Intl.NumberFormatOptions,
): string {
  if (!isNumeric(value)) return String(value)
  return getFormat(language, options).format(value as number)
}

/** Whether a value is a number, or the text of one. */
function isNumeric(value: Numeric): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  return /^-?\d/.test(value) && parseDecimal(value) !== undefined
}

/**
 * Formats a number with all its digits.
 *
 * @example
 * formatNumber(1848.82, 'en') // '1,848.82'
 */
export function formatNumber(value: Numeric, language: string): string {
  return formatExactly(value, language, { maximumFractionDigits: 20 })
}

/**
 * Formats an amount of money: `1,848.82 €`. A currency that is not known is shown as it is.
 *
 * @example
 * formatMoney(184882, 'EUR', { base: 'Cents', language: 'en' }) // '1,848.82 €'
 */
export function formatMoney(
  value: Numeric,
  currency: string | null | undefined,
  { base = 'Unit', language }: { readonly base?: 'Unit' | 'Cents'; readonly language: string },
): string {
  const { symbol, digits } = readCurrency(currency ?? '', language)
  const amount = base === 'Cents' && isNumeric(value) ? shiftPoint(value, digits) : value
  const options = { minimumFractionDigits: digits, maximumFractionDigits: Math.max(digits, 20) }
  const number = formatExactly(amount, language, options)
  return symbol === '' ? number : `${number}\u00a0${symbol}`
}

/**
 * Returns the sign of a currency and how many digits its amounts have after the point.
 *
 * @example
 * readCurrency('EUR', 'en') // { symbol: '€', digits: 2 }
 */
export function readCurrency(currency: string, language: string) {
  if (!/^[a-z]{3}$/i.test(currency)) return { symbol: currency, digits: 2 }
  const options = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const
  const format = getFormat(language, options)
  const symbol = format.formatToParts(0).find(({ type }) => type === 'currency')?.value
  return { symbol: symbol ?? currency, digits: format.resolvedOptions().maximumFractionDigits ?? 2 }
}

/**
 * Divides by a power of ten without rounding, and without an exponent.
 *
 * @example
 * shiftPoint(184882, 2) // '1848.82'
 */
export function shiftPoint(value: Numeric, places: number): string {
  const { digits, scale } = parseDecimal(value) ?? { digits: 0n, scale: 0 }
  const count = scale + places
  const text = String(digits < 0n ? -digits : digits).padStart(count + 1, '0')
  const point = text.length - count
  return `${digits < 0n ? '-' : ''}${text.slice(0, point)}${count > 0 ? `.${text.slice(point)}` : ''}`
}

/**
 * Formats a percentage; a fraction such as 0.2 is 20 %.
 *
 * @example
 * formatPercentage(12.5, false, 'en') // '12.5 %'
 */
export function formatPercentage(value: Numeric, isFraction: boolean, language: string): string {
  if (!isNumeric(value)) return String(value)
  const percent = isFraction ? Number(value) * 100 : value
  return `${formatExactly(percent, language, { maximumFractionDigits: 2 })}\u00a0%`
}

const sizeUnits = ['B', 'kB', 'MB', 'GB', 'TB', 'PB']

/**
 * Formats a number of bytes.
 *
 * @example
 * formatSize(12_300, 'en') // '12 kB'
 */
export function formatSize(bytes: number, language: string): string {
  if (!Number.isFinite(bytes) || bytes < 0) return String(bytes)
  const isSmall = bytes < 999.5
  const power = isSmall
    ? 0
    : Math.min(Math.floor(Math.log10(bytes) / 3 + 1e-4), sizeUnits.length - 1)
  const amount = bytes / 1000 ** power
  const digits = amount < 9.95 && power > 0 ? 1 : 0
  return `${formatExactly(amount, language, { maximumFractionDigits: digits })}\u00a0${sizeUnits[power]}`
}

/**
 * Formats the number of records of a list: `2,000`, `~2,000`, `~1.0 M`.
 *
 * @example
 * formatCount({ count: 1_000_000, isEstimated: true }, 'en') // '~1.0 M'
 */
export function formatCount(
  { count, isEstimated }: { readonly count: number; readonly isEstimated: boolean },
  language: string,
): string {
  if (!isEstimated) return formatNumber(count, language)
  if (count < 1_000_000) return `~${formatNumber(count, language)}`
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  const [amount, unit] = count < 1e9 ? [count / 1e6, 'M'] : [count / 1e9, 'G']
  return `~${formatExactly(amount, language, digits)}\u00a0${unit}`
}
