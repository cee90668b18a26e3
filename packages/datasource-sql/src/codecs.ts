import { parseExactJson, stringifyExactJson, withoutTrailing } from '@service/base'
import { canonicalDate, unwrapJson, wrapJson } from '@service/datasource-toolkit'

/** Decodes a decimal number as a number, or as text when a double cannot represent it exactly. */
export function decodeNumber(cell: unknown): unknown {
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : String(cell)
  if (typeof cell === 'bigint') {
    return Number.isSafeInteger(Number(cell)) ? Number(cell) : String(cell)
  }
  const text = cell as string
  // Adding zero turns minus zero into zero.
  const number = Number(text) + 0
  // Up to fifteen digits survive the conversion to a double and back.
  if (text.length <= 15) return Number.isFinite(number) ? number : text
  const plain = plainDecimal(text)
  return Number.isFinite(number) && plainDecimal(String(number)) === plain ? number : plain
}

/** Decodes a decimal number as the text JavaScript formats the result of `decodeNumber` as. */
export function decodeNumberText(cell: unknown): unknown {
  const text = cell as string
  return PLAIN_DECIMAL.test(text) ? withoutLastZeros(text) : String(decodeNumber(text))
}

/** Up to fifteen digits, without an exponent, and formatted by JavaScript without one too. */
const PLAIN_DECIMAL = /^(?!-0\.0+$)-?(?!0\.0{6})(?=[\d.]{1,15}$)(?:0|[1-9]\d*)\.\d+$/

function withoutLastZeros(text: string): string {
  let end = text.length
  while (text.charCodeAt(end - 1) === ZERO) end--
  if (text.charCodeAt(end - 1) === POINT) end--
  return text.slice(0, end)
}

/** Removes redundant zeros of decimal text: `001.50` is `1.5`. Exponents stay as they are. */
function plainDecimal(text: string): string {
  if (!/^[+-]?\d+(\.\d*)?$/.test(text)) return text
  const sign = text.startsWith('-') ? '-' : ''
  const [whole = '', fraction = ''] = text.replace(/^[+-]/, '').split('.')
  const digits = whole.replace(/^0+(?=\d)/, '')
  const decimals = withoutTrailing(fraction, '0')
  const plain = decimals ? `${digits}.${decimals}` : digits
  return plain === '0' ? plain : sign + plain
}

/**
 * Decodes `2024-05-06 07:08:09.12`, with or without a zero offset, as `2024-05-06T07:08:09.120Z`.
 */
export function decodeInstant(cell: unknown): unknown {
  const text = cell as string
  if (text.charCodeAt(19) !== POINT) {
    // Years before 1 and after 9999 and infinities have another form.
    const isUsual = text.charCodeAt(10) === SPACE || text.charCodeAt(10) === LETTER_T
    return isUsual ? instantText(text, 19, '.000Z') : text
  }
  let end = 20
  while (isDigit(text.charCodeAt(end))) end++
  if (end <= 23) return instantText(text, end, ENDS[23 - end] as string)
  const micros = text.slice(23, Math.min(end, 26)).padEnd(3, '0')
  return micros === '000' ? instantText(text, 23, 'Z') : instantText(text, 23, `${micros}Z`)
}

/** The end of an instant whose fraction lacks this many digits. */
const ENDS = ['Z', '0Z', '00Z', '000Z']

/**
 * Joins two halves of twelve characters, which V8 copies; longer texts would stay a chain of
 * strings.
 */
function instantText(text: string, end: number, ending: string): string {
  const half = `${text.slice(0, 10)}T${text[11]}`
  return half + (text.slice(12, end) + ending)
}

const POINT = 46
const ZERO = 48
const SPACE = 32
const LETTER_T = 84
const isDigit = (code: number) => code >= 48 && code <= 57

/** Decodes `07:08:09.500000` as `07:08:09.5`. */
export function decodeTime(cell: unknown): unknown {
  const text = cell as string
  return text.includes('.') ? withoutLastZeros(text) : text
}

/** Decodes JSON inside a document: numbers stay exact, and JSON null becomes null. */
export const decodePart = (cell: unknown): unknown =>
  typeof cell === 'string' ? parseDocument(cell) : cell

/**
 * Parses a document; text that is not JSON, which some databases accept in JSON columns, stays as
 * it is.
 */
function parseDocument(text: string): unknown {
  try {
    return parseExactJson(text)
  } catch {
    return text
  }
}

/** Decodes a document and wraps JSON null. */
export const decodeJson = (cell: unknown): unknown => wrapJson(decodePart(cell))

export const encodePart = (value: unknown): string => stringifyExactJson(value) ?? 'null'

export const encodeJson = (value: unknown): string => encodePart(unwrapJson(value))

/** Copies bytes into a plain `Uint8Array`, without the driver's buffer class. */
export const decodeBytes = (cell: unknown): unknown => new Uint8Array(cell as Uint8Array)

/**
 * Decodes a single-precision number to the shortest decimal that equals it: 0.10000000149011612
 * becomes 0.1.
 */
export function decodeSingle(cell: unknown): unknown {
  const single = Number(cell)
  // Below the normal range, a single-precision number has fewer than six digits.
  let digits = Math.abs(single) < MIN_NORMAL_SINGLE ? 1 : 6
  for (; digits < 9; digits++) {
    const number = Number(single.toPrecision(digits))
    if (Math.fround(number) === single) return number + 0
  }
  return decodeNumber(single)
}

const MIN_NORMAL_SINGLE = 2 ** -126

/** Formats an instant in canonical form: UTC, three or six fraction digits. */
export function canonicalInstant(value: unknown): string {
  if (typeof value === 'string' && PLAIN_INSTANT.test(value)) return value
  return canonicalDate(value as string | Date) ?? String(value)
}

const PLAIN_INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(\d{3})?Z$/
