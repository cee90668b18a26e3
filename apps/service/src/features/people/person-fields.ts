import { z } from 'zod'
import { permissionLevels } from '../../store/schema.js'
import { plainText } from '../projects/fields.js'

/** An e-mail address, compared without regard to case. */
export const emailAddress = z
  .email('must be an e-mail address')
  .max(254, 'must have at most 254 characters')
  .toLowerCase()

/** A password to check. The length is limited because hashing long text is slow. */
export const triedPassword = z.string().max(1024, 'must have at most 1024 characters')

/** An id in a body. */
export const idNumber = z
  .number('must be a positive integer')
  .int('must be a positive integer')
  .positive('must be a positive integer')

/** The level of a member in the whole project. */
export const permissionLevel = z.enum(
  permissionLevels,
  `must be one of ${permissionLevels.join(', ')}`,
)

/** The teams of a person: at least one, without duplicates. */
export const teamIds = z
  .array(idNumber)
  .min(1, 'must name at least one team')
  .max(100, 'must name at most 100 teams')
  .refine(ids => new Set(ids).size === ids.length, 'must name each team once')

const TAG_KEY = /^[A-Za-z0-9_.-]{1,100}$/

/** The values that scopes can use as `currentUser.tags.…`. */
export const tags = z
  .record(z.string(), plainText(1000))
  .refine(value => Object.keys(value).length <= 50, 'must have at most 50 tags')
  .refine(
    value => Object.keys(value).every(key => TAG_KEY.test(key)),
    'must have keys of 1 to 100 letters, digits, dots, dashes and underscores',
  )
