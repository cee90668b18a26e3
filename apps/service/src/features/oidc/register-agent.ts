import { formatClient, OAuthError, refuseConfidentialClient } from '@service/authorization'
import { z } from 'zod'
import { RateLimitedError } from '../../errors.js'
import type { AgentCall } from '../../http/route.js'
import { registerClient } from './clients.js'
import { agentSignInUrl } from './issuer.js'

/** The metadata of an agent (RFC 7591); other members are ignored. */
export const ClientMetadata = z.looseObject({
  token_endpoint_auth_method: z.string().optional(),
  redirect_uris: z.array(z.string()).optional(),
})

export const RegisteredClient = z
  .object({
    client_id: z.string(),
    client_id_issued_at: z.number(),
    redirect_uris: z.array(z.string()).meta({ description: 'Exactly one.' }),
    token_endpoint_auth_method: z.literal('none'),
    grant_types: z.array(z.string()),
    response_types: z.array(z.string()),
    id_token_signed_response_alg: z.string(),
    require_auth_time: z.boolean(),
  })
  .meta({ id: 'RegisteredClient' })

/**
 * Registers the agent of an environment as a client. The environment's agent URL determines the redirect URI.
 */
export async function registerAgent(
  {
    deps,
    request,
    environment,
    body,
  }: AgentCall<unknown, unknown, z.output<typeof ClientMetadata>>,
  isPkceRequired: boolean,
): Promise<z.output<typeof RegisteredClient>> {
  const { isAllowed, resetMs } = await deps.limits.hit('registration', String(environment.id))
  if (!isAllowed) throw new RateLimitedError(Math.max(1, Math.ceil(resetMs / 1000)))
  const { db } = deps.store
  const { agent_url: agentUrl } = await db
    .selectFrom('environments')
    .select('agent_url')
    .where('id', '=', environment.id)
    .executeTakeFirstOrThrow()
  const redirectUri =
    agentUrl === null
      ? agentSignInUrl(deps.config, request)
      : `${agentUrl.replace(/\/$/, '')}/authentication/callback`
  refuseWrongMetadata(body, redirectUri)
  const client = { environmentId: environment.id, agentUrl, redirectUri, isPkceRequired }
  const registered = await registerClient(db, client)
  return {
    ...formatClient(registered),
    grant_types: ['authorization_code'],
    id_token_signed_response_alg: 'RS256',
    require_auth_time: true,
  }
}

function refuseWrongMetadata(metadata: z.output<typeof ClientMetadata>, redirectUri: string): void {
  refuseConfidentialClient(metadata)
  if (metadata.redirect_uris?.some(uri => uri !== redirectUri)) {
    throw new OAuthError(
      `'redirect_uris' may contain only '${redirectUri}', which is derived from the agentUrl of the environment.`,
      'invalid_redirect_uri',
    )
  }
}
