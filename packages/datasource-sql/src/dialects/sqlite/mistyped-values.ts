/*
 * Any column can contain a value of any type. A value that is not of its column's type is
 * represented as text: a number as its digits, bytes as SQLite writes them, text unchanged.
 */

const BYTES = /^X'((?:[0-9A-F]{2})*)'$/
const NUMBER = /^-?\d+(\.\d+)?(e[+-]\d+)?$/

/** Decodes a value that is not of its column's type to text. */
export function decodeMistyped(cell: unknown): string {
  if (typeof cell === 'string') return cell
  return cell instanceof Uint8Array
    ? `X'${Buffer.from(cell).toString('hex').toUpperCase()}'`
    : String(cell)
}

export const isMistypedNumber = (value: unknown): value is string =>
  typeof value === 'string' && NUMBER.test(value)

/** Encodes such a text to the value it represents. */
export function encodeMistyped(value: unknown): unknown {
  const text = String(value)
  const bytes = BYTES.exec(text)
  if (bytes) return Buffer.from(bytes[1] as string, 'hex')
  if (!isMistypedNumber(text)) return text
  return /^-?\d+$/.test(text) ? wholeNumber(text) : Number(text)
}

function wholeNumber(text: string): bigint | string {
  const integer = BigInt(text)
  return BigInt.asIntN(64, integer) === integer ? integer : text
}
