/*
 * Any column may hold a value of any type. One that is not of its column's type travels as text:
 * a number as its digits, bytes as SQLite writes them, and text as it is.
 */

const BYTES = /^X'((?:[0-9A-F]{2})*)'$/
const NUMBER = /^-?\d+(\.\d+)?(e[+-]\d+)?$/

/** The text of a value that is not of its column's type. */
export function decodeStray(cell: unknown): string {
  if (typeof cell === 'string') return cell
  return cell instanceof Uint8Array
    ? `X'${Buffer.from(cell).toString('hex').toUpperCase()}'`
    : String(cell)
}

export const isStrayNumber = (value: unknown): value is string =>
  typeof value === 'string' && NUMBER.test(value)

/** The value that such a text stands for. */
export function encodeStray(value: unknown): unknown {
  const text = String(value)
  const bytes = BYTES.exec(text)
  if (bytes) return Buffer.from(bytes[1] as string, 'hex')
  if (!isStrayNumber(text)) return text
  return /^-?\d+$/.test(text) ? wholeNumber(text) : Number(text)
}

function wholeNumber(text: string): bigint | string {
  const integer = BigInt(text)
  return BigInt.asIntN(64, integer) === integer ? integer : text
}
