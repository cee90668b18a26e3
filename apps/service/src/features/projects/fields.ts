import { z } from 'zod'

/** The store keeps neither NUL nor half characters, and nobody can read a line break in a name. */
const PLAIN_TEXT = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u

/** One line of text that the store can keep. */
export function plainText(longest: number) {
  return z
    .string()
    .min(1, `must have 1 to ${longest} characters`)
    .max(longest, `must have 1 to ${longest} characters`)
    .regex(PLAIN_TEXT, 'must not have control characters')
}

/** A name that people choose. It travels in paths, where dots alone would mean another folder. */
export const Name = z
  .string()
  .trim()
  .check(z.minLength(1, 'must have 1 to 100 characters'))
  .check(z.maxLength(100, 'must have 1 to 100 characters'))
  .check(z.regex(PLAIN_TEXT, 'must not have control characters'))
  .refine(name => name !== '.' && name !== '..', "must be more than '.' or '..'")

/** The name of a collection as the agent's schema spells it. */
export const CollectionName = plainText(255)

/** An identifier in a path. */
export const PathId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, 'must be a positive integer')
  .transform(Number)

/** A moment in an answer. */
export const Moment = z.iso.datetime({ precision: 6 })
