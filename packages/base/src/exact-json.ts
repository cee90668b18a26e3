import { withoutTrailing } from './without-trailing.js'
/** A number that a double cannot represent exactly. Calculations use the nearest double. */
export class ExactNumber extends Number {
  /** The number as written in its document. */
  readonly text: string

  constructor(text: string) {
    super(text)
    this.text = text
  }

  override toString(): string {
    return this.text
  }

  /** `JSON.stringify` without `stringifyExactJson` writes the nearest double. */
  toJSON(): unknown {
    isMet = true
    return mark === undefined ? Number(this) : mark + this.text
  }

  /** MongoDB stores the nearest double. */
  toBSON(): number {
    return Number(this)
  }
}

/**
 * Set to true when an exact number is written, so that the value need not be searched beforehand.
 */
let isMet = false
/** While it is set, exact numbers are written as strings that begin with it. */
let mark: string | undefined

/** Sixteen digits in a row, with or without a decimal point, or a three-digit exponent. */
const mayBeExact = /\d[\d.]{15}|\d[eE][+-]?\d{3}/

/** The strings and numbers of a valid JSON text. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/**
 * Parses JSON like `JSON.parse`, except that a number which a double cannot represent becomes an
 * `ExactNumber`.
 *
 * @example
 * String(parseExactJson('12345678901234567890')) // '12345678901234567890'
 */
export function parseExactJson(text: string): unknown {
  const rounded: unknown = JSON.parse(text)
  if (!mayBeExact.test(text)) return rounded
  const marker = unusedIn(text)
  let count = 0
  const marked = text.replace(tokens, token => {
    if (!isChanged(token)) return token
    count++
    return `"${marker}${token}"`
  })
  if (count === 0) return rounded
  return JSON.parse(marked, (_name, part: unknown) =>
    typeof part === 'string' && part.startsWith(marker)
      ? new ExactNumber(part.slice(marker.length))
      : part,
  )
}

/** Whether a number literal changes when it is converted to a double. */
function isChanged(token: string): boolean {
  return !token.startsWith('"') && mayBeExact.test(token) && isOther(token, String(Number(token)))
}

function isOther(literal: string, double: string): boolean {
  return double === 'Infinity' || double === '-Infinity' || plain(literal) !== plain(double)
}

/** The significant digits and the power of ten of the last one: the same for equal numbers. */
function plain(literal: string): string {
  const [mantissa = '', exponent = '0'] = literal.toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.')
  const digits = (whole + fraction).replace(/^0+/, '')
  const significant = withoutTrailing(digits, '0')
  if (significant === '') return '0'
  const power = Number(exponent) - fraction.length + digits.length - significant.length
  return `${literal.startsWith('-') ? '-' : ''}${significant}e${power}`
}

/**
 * Returns a text that does not occur in another one. It is random, so that no document can be
 * written to contain many of them.
 */
function unusedIn(text: string): string {
  for (;;) {
    const marker = `exact number ${crypto.getRandomValues(new Uint32Array(2)).join('')} `
    if (!text.includes(marker)) return marker
  }
}

/**
 * Serializes like `JSON.stringify`, with all digits of exact numbers; with `indent`, on several lines.
 *
 * @example
 * stringifyExactJson({ n: new ExactNumber('12345678901234567890') }) // '{"n":12345678901234567890}'
 */
export function stringifyExactJson(value: unknown, indent?: number): string | undefined {
  isMet = false
  const text = JSON.stringify(value, null, indent) as string | undefined
  if (!isMet || text === undefined) return text
  const marker = unusedIn(text)
  mark = marker
  try {
    return JSON.stringify(value, null, indent).replace(new RegExp(`"${marker}([^"]*)"`, 'g'), '$1')
  } finally {
    mark = undefined
  }
}
