import {
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import type { Deps } from '../../deps.js'
import type { RequestInfo } from '../../http/request-info.js'
import { attemptCookie } from './attempt.js'
import { openProvider } from './open-provider.js'
import { providerFailure } from './provider-failure.js'
import { callbackUrl } from './sso-addresses.js'
import { type SsoConnection, toProviderClient } from './sso-connection.js'

/** The provider's URL to redirect to, and the cookie of the attempt. */
export async function beginSignIn(
  deps: Deps,
  request: RequestInfo,
  connection: SsoConnection,
  returnTo: string,
): Promise<{ readonly location: string; readonly cookie: string }> {
  const client = toProviderClient(deps.secrets, connection)
  const provider = await openProvider(client).catch(error => {
    throw providerFailure(error)
  })
  const attempt = {
    projectId: connection.projectId,
    state: randomState(),
    nonce: randomNonce(),
    codeVerifier: randomPKCECodeVerifier(),
    redirectUri: callbackUrl(deps.config, request),
    returnTo,
  }
  const location = buildAuthorizationUrl(provider, {
    redirect_uri: attempt.redirectUri,
    scope: 'openid email profile',
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await calculatePKCECodeChallenge(attempt.codeVerifier),
    code_challenge_method: 'S256',
  })
  return { location: location.href, cookie: attemptCookie(deps, attempt) }
}
