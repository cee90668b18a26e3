import { z } from 'zod'
import { type Instant, toInstant } from '../../store/instant.js'

/** A name by which people recognize a token. */
export const tokenName = z
  .string()
  .trim()
  .regex(/^\P{Cc}{1,100}$/u, 'must have 1 to 100 characters, none of them a control character')

/** When a token expires. Absent: it is valid until revoked. */
export const tokenExpiry = z.iso
  .datetime({ offset: true, error: 'must be an instant in ISO 8601, e.g. 2030-01-31T12:00:00Z' })
  .refine(text => Date.parse(text) > Date.now(), 'must be in the future')
  .transform((text): Instant => toInstant(new Date(text)))
  .nullish()

/** The id of a token in a path. */
export const tokenParams = z.object({
  tokenId: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, 'must be a positive integer')
    .transform(Number),
})
