import { z } from 'zod'
import { SsoBody } from './sso-settings.js'

/** The provider to test, as it would be saved. */
export const ProviderTestBody = SsoBody.pick({ issuer: true, clientId: true, clientSecret: true })

export const providerChecks = [
  'discovery',
  'issuer',
  'endpoints',
  'keys',
  'redirectUri',
  'client',
] as const

const Check = z.object({
  name: z.enum(providerChecks),
  status: z.enum(['passed', 'failed', 'unknown', 'skipped']).meta({
    description:
      'unknown: the provider does not tell, only a sign-in does. skipped: an earlier check failed.',
  }),
  problem: z.string().nullable().meta({ description: 'A stable name of what failed.' }),
  message: z.string(),
})
export type ProviderCheck = z.output<typeof Check>

/** What was found out about a provider, without anybody signing in. */
export const ProviderTest = z
  .object({
    isUsable: z.boolean().meta({ description: 'Whether no check failed.' }),
    checks: z.array(Check),
    redirectUri: z.string().meta({ description: 'To be registered at the provider.' }),
  })
  .meta({ id: 'SsoTest' })
export type ProviderTest = z.output<typeof ProviderTest>
