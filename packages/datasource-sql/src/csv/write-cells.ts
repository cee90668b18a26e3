/** Where values are read and cells are written. */
export interface CsvCursor {
  readonly source: Buffer
  /** The start of a value; after writing, its end. */
  start: number
  readonly target: Buffer
  /** The start of a cell; after writing, its end. */
  at: number
}

/**
 * Writes a cell from a value that ends at a separator: at most twice its length and `CELL_MARGIN`.
 * Most cells are written in one pass, without knowing the end of the value.
 */
export type WriteCell = (cursor: CsvCursor) => void

/** Quotes, an apostrophe, or the zeros of a number without its exponent. */
export const CELL_MARGIN = 32

/** The characters between the values of a row and between rows. */
export const VALUE_SEPARATOR = 0x1f
export const ROW_SEPARATOR = 0x1e

/** Both separators differ from one of them in the lowest bit only. */
const isSeparator = (byte: number): boolean => (byte ^ ROW_SEPARATOR) <= 1

export const copyCell: WriteCell = cursor => {
  const { source, target } = cursor
  let { start, at } = cursor
  let byte = source[start]!
  while (!isSeparator(byte)) {
    target[at++] = byte
    byte = source[++start]!
  }
  cursor.start = start
  cursor.at = at
}

/** Writes text like `quoteCell` of `@service/base`. */
export const writeText: WriteCell = cursor => {
  const { source, target } = cursor
  let { start, at } = cursor
  let byte = source[start]!
  while (textEnds[byte] === 0) {
    target[at++] = byte
    byte = source[++start]!
  }
  if (!isSeparator(byte)) return writeQuoted(cursor, false)
  cursor.start = start
  cursor.at = at
}

/** Writes text like `escapeFormula` of `@service/base`. */
export const writeEscapedText: WriteCell = cursor => {
  const { source, target, start, at } = cursor
  if (formulaStarts[source[start]!] === 0) return writeText(cursor)
  if (needsQuotes(source, start)) return writeQuoted(cursor, true)
  target[at] = APOSTROPHE
  cursor.at = at + 1
  copyCell(cursor)
}

/** Writes the ASCII text of what a decoder returns; nothing for null. */
export const decodeCell =
  (decode: (text: string) => unknown): WriteCell =>
  cursor => {
    const { source, target, start, at } = cursor
    const end = findEnd(source, start)
    cursor.start = end
    if (end === start) return
    const text = String(decode(source.toString('latin1', start, end)))
    cursor.at = at + target.write(text, at, 'latin1')
  }

/** Removes trailing zeros; numbers that JavaScript may format in another way are decoded. */
export const writeDecimal =
  (otherwise: WriteCell): WriteCell =>
  cursor => {
    const { source, target, start, at } = cursor
    const first = source[start] === MINUS ? start + 1 : start
    if (source[first]! <= ZERO || source[first]! > NINE) return otherwise(cursor)
    copyCell(cursor)
    const { start: end, at: written } = cursor
    if (end - start > LONGEST_DOUBLE) {
      cursor.start = start
      cursor.at = at
      return otherwise(cursor)
    }
    cursor.at = trimZeros(target, at, written)
  }

/** `2024-05-06` stays as it is; other years, eras and infinities are decoded. */
export const writeDay =
  (otherwise: WriteCell): WriteCell =>
  cursor =>
    hasFourDigitYear(cursor) && isSeparator(cursor.source[cursor.start + DATE_END]!)
      ? copyCell(cursor)
      : otherwise(cursor)

/** Writes `2024-05-06 07:08:09.12+00` as `2024-05-06T07:08:09.120Z`. */
export const writeMoment =
  (otherwise: WriteCell): WriteCell =>
  cursor => {
    if (!hasFourDigitYear(cursor)) return otherwise(cursor)
    const { source, target, start, at } = cursor
    for (let i = 0; i < SECONDS_END; i++) target[at + i] = source[start + i]!
    target[at + DATE_END] = LETTER_T
    target[at + SECONDS_END] = POINT
    const fraction = at + SECONDS_END + 1
    let next = fraction
    let end = start + SECONDS_END
    if (source[end] === POINT) while (isDigit(source[++end]!)) target[next++] = source[end]!
    if (source[end] === PLUS) end += ZONE_LENGTH
    // An era follows.
    if (!isSeparator(source[end]!)) return otherwise(cursor)
    const digits = next - fraction > 3 ? 6 : 3
    while (next - fraction < digits) target[next++] = ZERO
    target[next++] = LETTER_Z
    cursor.start = end
    cursor.at = next
  }

function findEnd(source: Buffer, start: number): number {
  let end = start
  while (!isSeparator(source[end]!)) end++
  return end
}

function needsQuotes(source: Buffer, start: number): boolean {
  let end = start
  while (textEnds[source[end]!] === 0) end++
  return !isSeparator(source[end]!)
}

function writeQuoted(cursor: CsvCursor, isFormula: boolean): void {
  const { source, target } = cursor
  let { start, at } = cursor
  target[at++] = QUOTE
  if (isFormula) target[at++] = APOSTROPHE
  let byte = source[start]!
  while (!isSeparator(byte)) {
    target[at++] = byte
    if (byte === QUOTE) target[at++] = QUOTE
    byte = source[++start]!
  }
  target[at++] = QUOTE
  cursor.start = start
  cursor.at = at
}

/** Returns the end of a number without the zeros after its point. */
function trimZeros(value: Buffer, start: number, end: number): number {
  let point = start
  while (point < end && value[point] !== POINT) point++
  if (point === end) return end
  let last = end
  while (value[last - 1] === ZERO) last--
  return last - 1 === point ? point : last
}

/** False for a longer year, an infinity or null. */
const hasFourDigitYear = ({ source, start }: CsvCursor): boolean =>
  isDigit(source[start]!) && source[start + 4] === MINUS

const isDigit = (byte: number): boolean => byte >= ZERO && byte <= NINE

const markBytes = (characters: string): Uint8Array => {
  const marks = new Uint8Array(256)
  for (const byte of Buffer.from(characters)) marks[byte] = 1
  return marks
}
/** The end of a value, or a character that needs quotes. */
const textEnds = markBytes('",\n\r\x1e\x1f')
const formulaStarts = markBytes('=+-@\t\n\r')

/** Up to fifteen digits, JavaScript formats a number as it is written. */
const LONGEST_DOUBLE = 15

const QUOTE = 34
const APOSTROPHE = 39
const PLUS = 43
const MINUS = 45
const POINT = 46
const ZERO = 48
const NINE = 57
const LETTER_T = 84
const LETTER_Z = 90
/** Where the date and the seconds end in the text of a moment. */
const DATE_END = 10
const SECONDS_END = 19
/** The length of `+00`: sessions are in UTC. */
const ZONE_LENGTH = 3
