import { buildAuthorizationUrl } from '@service/authorization'
import type { SignInRequest } from '../port/service-port.js'

/** Builds the address where a person signs in; `client` holds the parameters that name the agent. */
export function buildSignInUrl(
  endpoint: string,
  { renderingId, state, nonce, codeChallenge }: SignInRequest,
  client: Readonly<Record<string, string>> = {},
): string {
  return buildAuthorizationUrl(endpoint, codeChallenge, {
    ...client,
    scope: 'openid email profile',
    rendering_id: String(renderingId),
    state,
    nonce,
  })
}
