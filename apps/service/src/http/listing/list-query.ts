import { z } from 'zod'
import type { Instant } from '../../store/instant.js'
import { type Comparison, comparisons, parseBound } from './instant-parameter.js'

/** A parameter whose compared value differs from the client's text. */
export interface Translated {
  readonly given: string
  readonly value: string | null
}

export const LIMIT_DEFAULT = 10
export const LIMIT_MAX = 100
export const LIMIT_RULE = `must be an integer from 1 to ${LIMIT_MAX}`

/** A parameter that is an integer from 1. */
export const positiveInteger = (rule = 'must be a positive integer') =>
  z
    .string()
    .transform((given, context) => {
      if (/^[1-9]\d{0,14}$/.test(given)) return Number(given)
      context.addIssue(rule)
      return z.NEVER
    })
    .meta({ type: 'integer', minimum: 1 })

/** Text that is compared unchanged. PostgreSQL cannot store NUL. */
export const text = z
  .string()
  .min(1, 'must not be empty')
  .max(1000, 'must have at most 1000 characters')
  .refine(value => !value.includes('\0'), 'must not contain a NUL character')

/** An e-mail address, in any case. */
export const email = text.regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address')

/** One of several values, or an alias of one. */
export function enumParameter<const T extends readonly [string, ...string[]]>(
  values: T,
  aliases: Readonly<Record<string, string>> = {},
) {
  return z
    .string()
    .transform(given => ({ given, value: aliases[given] ?? given }))
    .refine(({ value }) => values.includes(value), `must be one of ${values.join(', ')}`)
    .meta({ enum: values })
}

/** The five parameters that compare an instant of a row, e.g. `createdAt.lt`. */
export function instantFilters<const Name extends string>(name: Name) {
  const entries = Object.keys(comparisons).map(key => [
    `${name}.${key}`,
    instant(key as Comparison).optional(),
  ])
  return Object.fromEntries(entries) as Record<
    `${Name}.${Comparison}`,
    z.ZodOptional<z.ZodType<Translated, string>>
  >
}

function instant(comparison: Comparison) {
  return z
    .string()
    .transform((raw, context): Translated => {
      // An unescaped plus sign in a URL arrives as a space.
      const given = raw.replace(' ', '+')
      const value: Instant | null | undefined = parseBound(given, comparison)
      if (value !== undefined) return { given, value }
      context.addIssue('must be an ISO 8601 date or date and time, such as 2026-02-01T08:30:00Z')
      return z.NEVER
    })
    .meta({ examples: ['2026-02-01T08:30:00Z'] })
}

/** The parameters of every list. */
export const pagingFields = {
  limit: positiveInteger(LIMIT_RULE)
    .optional()
    .meta({
      description: `The number of rows, from 1 to ${LIMIT_MAX}. With NDJSON: the maximum number; default all.`,
      maximum: LIMIT_MAX,
      default: LIMIT_DEFAULT,
    }),
  order: z.enum(['asc', 'desc']).optional().meta({
    description: 'By creation; newest first by default.',
    default: 'desc',
  }),
  cursor: text
    .optional()
    .meta({ description: 'The nextCursor of an earlier response: continues after its last row.' }),
}
