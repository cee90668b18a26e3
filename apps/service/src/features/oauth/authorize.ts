import {
  buildRedirect,
  findRedirectUriProblem,
  formatOAuthError,
  isRegisteredRedirectUri,
  OAuthError,
  type RegisteredClient,
  type Scope,
} from '@service/authorization'
import type { Deps } from '../../deps.js'
import { ForbiddenError } from '../../errors.js'
import type { Person } from '../../http/access/callers.js'
import { signedInBySso } from '../../http/access/check-sso.js'
import { checkTwoFactors } from '../../http/access/check-two-factors.js'
import { findSignedIn } from '../../http/access/find-person.js'
import { redirectTo } from '../../http/redirect.js'
import type { RequestInfo } from '../../http/request-info.js'
import { signInPath } from '../sso/sso-addresses.js'
import { isHinted } from './environment-hint.js'
import {
  type ConsentMembership,
  type ConsentTarget,
  findConsentMembership,
  findConsentTarget,
} from './find-consent-target.js'
import {
  buildAuthorizeUrl,
  type GrantParameters,
  type GrantRequest,
  readGrantRequest,
} from './grant-request.js'
import { findOAuthClient } from './programs.js'
import { scopesFor } from './scopes.js'

/** A person who is asked to consent to a client acting on their behalf. */
export interface ConsentRequest {
  readonly oauthClient: RegisteredClient
  readonly redirectUri: string
  readonly requested: GrantRequest
  readonly target: ConsentTarget
  readonly person: Person
  readonly teams: ConsentMembership['teams']
  /** The scopes the person can grant. */
  readonly offered: readonly Scope[]
  /** Redirects the person to the client with these parameters. */
  redirectBack(result: Readonly<Record<string, string>>): Response
}

/**
 * Finds the person, the client and the requested scopes, and calls `run` with them. A person who is not
 * signed in is redirected to sign in first. Throws instead of redirecting to a URL that is not registered.
 */
export async function withConsentRequest(
  deps: Deps,
  request: RequestInfo,
  parameters: GrantParameters,
  run: (consentRequest: ConsentRequest) => Promise<Response>,
): Promise<Response> {
  const { oauthClient, redirectUri } = await findReceiver(deps, parameters)
  const redirectBack = (result: Readonly<Record<string, string>>) =>
    redirectTo(buildRedirect(redirectUri, result, parameters.state))
  try {
    const requested = readGrantRequest(parameters)
    const target = await findConsentTarget(deps.store.db, requested.environmentId)
    const person = await findSignedIn(deps, request)
    if (!person) {
      const isTold = isHinted(deps, requested.environmentId, parameters.environment_hint)
      return signInFirst(isTold ? target : undefined, parameters)
    }
    const membership = await requireConsentMembership(deps, target, person)
    if (!isEnough(person, membership.target)) return signInFirst(membership.target, parameters)
    const { projectId, requiresTwoFactors } = membership.target
    checkTwoFactors(person, { id: projectId, requiresTwoFactors })
    const offered = scopesFor(requested.scopes, membership.level)
    if (offered.length === 0) {
      throw new OAuthError(
        'Your level in the project allows none of the requested scopes.',
        'access_denied',
      )
    }
    return await run({
      ...membership,
      oauthClient,
      redirectUri,
      requested,
      person,
      offered,
      redirectBack,
    })
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    return redirectBack(formatOAuthError(error.code, error.message))
  }
}

async function findReceiver({ store }: Deps, parameters: GrantParameters) {
  const oauthClient = await findOAuthClient(store.db, parameters.client_id)
  if (!oauthClient) {
    throw new OAuthError(
      "'client_id' is not a registered client, or was deleted because it was not used. Start again from the client.",
      'invalid_client',
    )
  }
  const { redirect_uri: redirectUri = '' } = parameters
  const isRight =
    findRedirectUriProblem(redirectUri) === undefined &&
    isRegisteredRedirectUri(oauthClient.redirectUris, redirectUri)
  if (!isRight) {
    throw new OAuthError("'redirect_uri' is not one that the client registered.", 'invalid_request')
  }
  return { oauthClient, redirectUri }
}

/** Whether the sign-in of this browser is valid for the project. */
function isEnough(person: Person, target: ConsentTarget): boolean {
  const { credential } = person
  if (credential.kind !== 'session') return false
  if (signedInBySso(person, target.projectId)) return true
  return credential.method === 'password' && !target.isSsoRequired
}

/** The sign-in page, which returns here. Without a project that may be revealed, it is the general one. */
function signInFirst(target: ConsentTarget | undefined, parameters: GrantParameters): Response {
  const page = target?.isSsoRequired ? signInPath(target.projectName) : '/sign-in'
  return redirectTo(`${page}?${new URLSearchParams({ returnTo: buildAuthorizeUrl(parameters) })}`)
}

/** The error is the same for people outside the project as for an environment that does not exist. */
async function requireConsentMembership(
  { store }: Deps,
  target: ConsentTarget | undefined,
  { id }: Person,
) {
  const membership = target && (await findConsentMembership(store.db, target, id))
  if (!membership) {
    throw new ForbiddenError(
      'There is no such environment, or you are not a member of its project. Ask an admin of the project to invite you.',
      'not_a_member',
    )
  }
  if (membership.teams.length === 0) {
    throw new ForbiddenError(
      `You are not in a team of the project '${target.projectName}'. Ask one of its admins to add you to one.`,
      'not_in_team',
    )
  }
  return { ...membership, target }
}
