import { z } from 'zod'
import { idNumber } from '../people/person-fields.js'
import { Moment, plainText } from '../projects/fields.js'
import { isProviderAddress } from './provider-address.js'

const DOMAIN =
  /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/

/** The body with which an Admin sets the identity provider. */
export const SsoBody = z.strictObject({
  issuer: plainText(500).refine(
    isIssuer,
    'must be the URL of an OpenID provider, with https (http only on this machine) and without query',
  ),
  clientId: plainText(500),
  /** Absent: the stored secret stays, unless the issuer changes. */
  clientSecret: plainText(2000).nullish(),
  allowedDomains: z
    .array(z.string().trim().toLowerCase().regex(DOMAIN, 'must be a domain, e.g. example.com'))
    .min(1, 'must name at least one domain')
    .max(50, 'must name at most 50 domains'),
  isRequired: z.boolean(),
  defaultRoleId: idNumber.nullish(),
  defaultTeamId: idNumber.nullish(),
})

export type SsoBody = z.output<typeof SsoBody>

/** The identity provider of a project, without its secret. */
export const SsoSettings = z
  .object({
    issuer: z.string(),
    clientId: z.string(),
    hasClientSecret: z.boolean(),
    allowedDomains: z.array(z.string()),
    isRequired: z.boolean(),
    defaultRoleId: z.number().nullable(),
    defaultTeamId: z.number().nullable(),
    updatedAt: Moment,
    /** To be registered at the provider. */
    redirectUri: z.string(),
    /** Where people of this project sign in. */
    signInUrl: z.string(),
  })
  .meta({ id: 'SsoSettings' })

/** What can be said before and after a project is connected. */
export const SsoStatus = z
  .object({
    isConnected: z.boolean(),
    isSessionOfProvider: z
      .boolean()
      .meta({ description: 'Whether this session was opened through the provider.' }),
    /** To be registered at the provider. */
    redirectUri: z.string(),
    /** Where people of this project sign in once it is connected. */
    signInUrl: z.string(),
  })
  .meta({ id: 'SsoStatus' })

function isIssuer(text: string): boolean {
  if (!isProviderAddress(text)) return false
  const { username, password, search, hash, pathname } = new URL(text)
  return (
    [username, password, search, hash].every(part => part === '') &&
    !pathname.includes('/.well-known/')
  )
}
