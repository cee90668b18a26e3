/**
 * Writes the text of a value, which is not empty, as a cell at `at` of the target and returns the end of the cell: at
 * most twice the length of the value and `CELL_MARGIN`.
 */
export type WriteCell = (
  source: Buffer,
  start: number,
  end: number,
  target: Buffer,
  at: number,
) => number

/** Quotes, an apostrophe, or the zeros of a number without its exponent. */
export const CELL_MARGIN = 32

export const copyCell: WriteCell = (source, start, end, target, at) => {
  for (let i = start; i < end; i++) target[at++] = source[i]!
  return at
}

/** Writes text like `quoteCell` of `@service/base`. */
export const writeText: WriteCell = (source, start, end, target, at) => {
  let next = at
  for (let i = start; i < end; i++) {
    const byte = source[i]!
    if (needQuotes[byte] === 1) return writeQuoted(source, start, end, target, at)
    target[next++] = byte
  }
  return next
}

/** Writes text like `escapeFormula` of `@service/base`. */
export const writeEscapedText: WriteCell = (source, start, end, target, at) => {
  if (start === end || formulaStarts[source[start]!] === 0) {
    return writeText(source, start, end, target, at)
  }
  const written = writeText(source, start, end, target, at + 1)
  const isQuoted = target[at + 1] === QUOTE
  target[at] = isQuoted ? QUOTE : APOSTROPHE
  if (isQuoted) target[at + 1] = APOSTROPHE
  return written
}

/** Writes `t` as `true`, anything else as `false`. */
export const writeBoolean: WriteCell = (source, start, _end, target, at) =>
  at + target.write(source[start] === LETTER_T_SMALL ? 'true' : 'false', at, 'latin1')

/** Leaves out the blanks at the end. */
export const withoutPadding =
  (write: WriteCell): WriteCell =>
  (source, start, end, target, at) => {
    let last = end
    while (last > start && source[last - 1] === SPACE) last--
    return write(source, start, last, target, at)
  }

/** Writes the ASCII text of what a decoder returns. */
export const decodeCell =
  (decode: (text: string) => unknown): WriteCell =>
  (source, start, end, target, at) => {
    const text = String(decode(source.toString('latin1', start, end)))
    return at + target.write(text, at, 'latin1')
  }

/** Removes trailing zeros; numbers that JavaScript may format in another way are decoded. */
export const writeDecimal =
  (otherwise: WriteCell): WriteCell =>
  (source, start, end, target, at) => {
    const first = source[start] === MINUS ? start + 1 : start
    const isPlain = source[first]! > ZERO && source[first]! <= NINE
    if (!isPlain || end - start > LONGEST_DOUBLE) return otherwise(source, start, end, target, at)
    const written = copyCell(source, start, end, target, at)
    return target[written - 1] === ZERO ? trimZeros(target, at, written) : written
  }

/** `2024-05-06` stays as it is; other years, eras and infinities are decoded. */
export const writeDay =
  (otherwise: WriteCell): WriteCell =>
  (source, start, end, target, at) => {
    const isPlain = end - start === DATE_END && hasFourDigitYear(source, start)
    return (isPlain ? copyCell : otherwise)(source, start, end, target, at)
  }

/** Writes `2024-05-06 07:08:09.12+00` as `2024-05-06T07:08:09.120Z`. */
export const writeMoment =
  (otherwise: WriteCell): WriteCell =>
  (source, start, end, target, at) => {
    if (end - start < SECONDS_END || !hasFourDigitYear(source, start)) {
      return otherwise(source, start, end, target, at)
    }
    const seconds = start + SECONDS_END
    const fraction = copyCell(source, start, seconds, target, at) + 1
    target[at + DATE_END] = LETTER_T
    target[fraction - 1] = POINT
    let next = fraction
    let i = seconds
    if (source[i] === POINT) {
      for (i++; i < end && isDigit(source[i]!); i++) target[next++] = source[i]!
    }
    if (i < end && source[i] === PLUS) i += ZONE_LENGTH
    // An era follows.
    if (i !== end) return otherwise(source, start, end, target, at)
    const digits = next - fraction > 3 ? 6 : 3
    while (next - fraction < digits) target[next++] = ZERO
    target[next++] = LETTER_Z
    return next
  }

const writeQuoted: WriteCell = (source, start, end, target, at) => {
  target[at++] = QUOTE
  for (let i = start; i < end; i++) {
    const byte = source[i]!
    target[at++] = byte
    if (byte === QUOTE) target[at++] = QUOTE
  }
  target[at++] = QUOTE
  return at
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

/** False for a longer year or an infinity. */
const hasFourDigitYear = (source: Buffer, start: number): boolean =>
  isDigit(source[start]!) && source[start + 4] === MINUS

const isDigit = (byte: number): boolean => byte >= ZERO && byte <= NINE

const markBytes = (characters: string): Uint8Array => {
  const marks = new Uint8Array(256)
  for (const byte of Buffer.from(characters)) marks[byte] = 1
  return marks
}
const needQuotes = markBytes('",\n\r')
const formulaStarts = markBytes('=+-@\t\n\r')

/** Up to fifteen digits, JavaScript formats a number as it is written. */
const LONGEST_DOUBLE = 15

const SPACE = 32
const QUOTE = 34
const APOSTROPHE = 39
const PLUS = 43
const MINUS = 45
const POINT = 46
const ZERO = 48
const NINE = 57
const LETTER_T = 84
const LETTER_Z = 90
const LETTER_T_SMALL = 116
/** Where the date and the seconds end in the text of a moment. */
const DATE_END = 10
const SECONDS_END = 19
/** The length of `+00`: sessions are in UTC. */
const ZONE_LENGTH = 3
