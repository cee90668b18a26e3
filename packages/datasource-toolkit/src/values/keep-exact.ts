import { ExactNumber } from '@service/base'
import { isDocument } from './document.js'

/**
 * Returns whether a value contains a number that may be a rounded form of an exact one: JavaScript
 * clients round the numbers they read.
 *
 * @example
 * holdsLongNumber({ n: 12345678901234567000 }) // true
 */
export function holdsLongNumber(value: unknown): boolean {
  if (typeof value === 'number') return isLong(value)
  if (Array.isArray(value)) return value.some(holdsLongNumber)
  return isDocument(value) && Object.values(value).some(holdsLongNumber)
}

const isLong = (number: number): boolean =>
  Math.abs(number) > Number.MAX_SAFE_INTEGER ||
  (!Number.isInteger(number) && String(number).replace(/^-?0*\.?0*|\.|e.*/g, '').length > 15)

/**
 * Restores, in a document to be stored, the exact stored numbers that a client only rounded.
 *
 * @example
 * keepExact({ n: 12345678901234567000 }, { n: new ExactNumber('12345678901234567890') })
 * // { n: 12345678901234567890 }
 */
export function keepExact(document: unknown, stored: unknown): unknown {
  if (typeof document === 'number') {
    return stored instanceof ExactNumber && Number(stored) === document ? stored : document
  }
  if (Array.isArray(document) && Array.isArray(stored)) {
    return document.map((item, index) => keepExact(item, stored[index]))
  }
  if (!isDocument(document) || !isDocument(stored)) return document
  return Object.fromEntries(
    Object.entries(document).map(([name, part]) => [
      name,
      Object.hasOwn(stored, name) ? keepExact(part, stored[name]) : part,
    ]),
  )
}
