import { buildRedirect, formatOAuthError, OAuthError } from '@service/authorization'
import { isServiceError } from '@service/base'
import type { Deps } from '../../deps.js'
import { RateLimitedError } from '../../errors.js'
import type { Person } from '../../http/access/callers.js'
import { signedInBySso } from '../../http/access/check-sso.js'
import { findSignedIn } from '../../http/access/find-person.js'
import { lockSession } from '../../http/access/lock-session.js'
import type { RequestInfo } from '../../http/request-info.js'
import { signInPath } from '../sso/sso-addresses.js'
import {
  type AuthorizationParameters,
  type AuthorizationRequest,
  readAuthorizationRequest,
} from './authorization-request.js'
import { findClient, noteClientUse, type SignInClient } from './clients.js'
import { openSignInCodes } from './codes.js'
import { buildIssuer } from './issuer.js'
import { findRenderingUser } from './rendering-user.js'

/**
 * Redirects a browser that requests sign-in: to the agent with a code or an error, or first to the sign-in
 * page. Throws instead of redirecting to a URL that is not registered.
 */
export async function authorize(
  deps: Deps,
  request: RequestInfo,
  parameters: AuthorizationParameters,
): Promise<string> {
  const client = await findClient(deps.store.db, parameters.client_id)
  if (parameters.redirect_uri !== client.redirectUri) {
    throw new OAuthError("'redirect_uri' is not the redirect URI of the agent.", 'invalid_request')
  }
  const redirectBack = (result: Readonly<Record<string, string>>) => {
    const iss = buildIssuer(deps.config, request)
    return buildRedirect(client.redirectUri, { ...result, iss }, parameters.state)
  }
  try {
    const requested = readAuthorizationRequest(parameters, client)
    const person = await findSignedIn(deps, request)
    if (!person || !isEnough(person, client, requested))
      return signInFirst(client, requested, parameters)
    return redirectBack({ code: await grantCode(deps, client, requested, person) })
  } catch (error) {
    if (!isRefusal(error)) throw error
    const code = error instanceof OAuthError ? error.code : 'access_denied'
    return redirectBack(formatOAuthError(code, error.message))
  }
}

/** Whether the existing sign-in is sufficient, or the person must sign in again. */
function isEnough(person: Person, client: SignInClient, requested: AuthorizationRequest): boolean {
  const { credential } = person
  if (credential.kind !== 'session') return false
  if (requested.prompts.some(prompt => prompt === 'login' || prompt === 'select_account'))
    return false
  const age = (Date.now() - Date.parse(credential.signedInAt)) / 1000
  if (requested.maxAge !== undefined && age > requested.maxAge) return false
  return (
    signedInBySso(person, client.projectId) ||
    (credential.method === 'password' && !client.isSsoRequired)
  )
}

/** The sign-in page, which returns here without the parameters that required the new sign-in. */
function signInFirst(
  client: SignInClient,
  { prompts }: AuthorizationRequest,
  { prompt, max_age, ...rest }: AuthorizationParameters,
): string {
  if (prompts.includes('none')) throw new OAuthError('Nobody is signed in.', 'login_required')
  const retryParameters = new URLSearchParams()
  for (const [name, value] of Object.entries(rest)) {
    if (typeof value === 'string') retryParameters.set(name, value)
  }
  const page = client.isSsoRequired ? signInPath(client.projectName) : '/sign-in'
  return `${page}?${new URLSearchParams({ returnTo: `/oidc/authorize?${retryParameters}` })}`
}

async function grantCode(
  { store, limits }: Deps,
  client: SignInClient,
  requested: AuthorizationRequest,
  { id: userId, credential }: Person,
): Promise<string> {
  const { environmentId, clientId } = client
  const { renderingId } = requested
  await findRenderingUser(store.db, { environmentId, renderingId, userId, credential })
  if (credential.kind !== 'session') throw new OAuthError('Nobody is signed in.', 'login_required')
  const { isAllowed, resetMs } = await limits.hit('signInCode', String(userId))
  if (!isAllowed) throw new RateLimitedError(Math.max(1, Math.ceil(resetMs / 1000)))
  await noteClientUse(store.db, clientId)
  return store.db.transaction().execute(async transaction => {
    await lockSession(transaction, credential.publicId)
    const { codeChallenge, scope, nonce = null } = requested
    return openSignInCodes(transaction).issue(
      { clientId, codeChallenge },
      {
        user_id: userId,
        rendering_id: renderingId,
        scope,
        nonce,
        method: credential.method,
        sso_project_id: credential.ssoProjectId,
        has_two_factors: credential.hasTwoFactors,
        signed_in_at: credential.signedInAt,
      },
    )
  })
}

/** Whether the agent receives the error, which it can show to the person. */
const isRefusal = (error: unknown): error is Error =>
  error instanceof OAuthError ||
  (isServiceError(error) && (error.status === 403 || error.status === 404))
