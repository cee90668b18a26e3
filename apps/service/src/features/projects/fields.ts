import { z } from 'zod'

/** PostgreSQL cannot store NUL or unpaired surrogates, and a name must not contain line breaks. */
const PLAIN_TEXT = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u

/** One line of text that PostgreSQL can store. */
export function plainText(maxLength: number) {
  return z
    .string()
    .min(1, `must have 1 to ${maxLength} characters`)
    .max(maxLength, `must have 1 to ${maxLength} characters`)
    .regex(PLAIN_TEXT, 'must not have control characters')
}

/** A name that people choose. It appears in URL paths, where `.` and `..` have a special meaning. */
export const Name = z
  .string()
  .trim()
  .check(z.minLength(1, 'must have 1 to 100 characters'))
  .check(z.maxLength(100, 'must have 1 to 100 characters'))
  .check(z.regex(PLAIN_TEXT, 'must not have control characters'))
  .refine(name => name !== '.' && name !== '..', "must be more than '.' or '..'")

/** The name of a collection as in the agent's schema. */
export const CollectionName = plainText(255)

/** An id in a path. */
export const PathId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, 'must be a positive integer')
  .transform(Number)

/** An instant in a response. */
export const Moment = z.iso.datetime({ precision: 6 })
