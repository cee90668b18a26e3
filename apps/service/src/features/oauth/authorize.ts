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
import { findSignedIn } from '../../http/access/find-person.js'
import { redirectTo } from '../../http/redirect.js'
import type { RequestFacts } from '../../http/request-facts.js'
import { signInPath } from '../sso/sso-addresses.js'
import { isHinted } from './environment-hint.js'
import { findPlace, findStanding, type Place, type Standing } from './find-place.js'
import {
  addressOf,
  type GrantParameters,
  type GrantRequest,
  readGrantRequest,
} from './grant-request.js'
import { findProgram } from './programs.js'
import { scopesFor } from './scopes.js'

/** A person who is asked to consent to a client acting on their behalf. */
export interface Visit {
  readonly program: RegisteredClient
  readonly redirectUri: string
  readonly asked: GrantRequest
  readonly place: Place
  readonly person: Person
  readonly teams: Standing['teams']
  /** The scopes the person can grant. */
  readonly offered: readonly Scope[]
  /** Redirects the person to the client with these parameters. */
  back(answer: Readonly<Record<string, string>>): Response
}

/**
 * Finds the person, the client and the requested scopes, and calls `run` with them. A person who is not
 * signed in is redirected to sign in first. Throws instead of redirecting to a URL that is not registered.
 */
export async function withVisit(
  deps: Deps,
  request: RequestFacts,
  parameters: GrantParameters,
  run: (visit: Visit) => Promise<Response>,
): Promise<Response> {
  const { program, redirectUri } = await findReceiver(deps, parameters)
  const back = (answer: Readonly<Record<string, string>>) =>
    redirectTo(buildRedirect(redirectUri, answer, parameters.state))
  try {
    const asked = readGrantRequest(parameters)
    const place = await findPlace(deps.store.db, asked.environmentId)
    const person = await findSignedIn(deps, request)
    if (!person) {
      const isTold = isHinted(deps, asked.environmentId, parameters.environment_hint)
      return signInFirst(isTold ? place : undefined, parameters)
    }
    const standing = await standingOf(deps, place, person)
    if (!isEnough(person, standing.place)) return signInFirst(standing.place, parameters)
    const offered = scopesFor(asked.scopes, standing.level)
    if (offered.length === 0) {
      throw new OAuthError(
        'Your level in the project allows none of the requested scopes.',
        'access_denied',
      )
    }
    return await run({ ...standing, program, redirectUri, asked, person, offered, back })
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    return back(formatOAuthError(error.code, error.message))
  }
}

async function findReceiver({ store }: Deps, parameters: GrantParameters) {
  const program = await findProgram(store.db, parameters.client_id)
  if (!program) {
    throw new OAuthError(
      "'client_id' is not a registered client, or was deleted because it was not used. Start again from the client.",
      'invalid_client',
    )
  }
  const { redirect_uri: redirectUri = '' } = parameters
  const isRight =
    findRedirectUriProblem(redirectUri) === undefined &&
    isRegisteredRedirectUri(program.redirectUris, redirectUri)
  if (!isRight) {
    throw new OAuthError("'redirect_uri' is not one that the client registered.", 'invalid_request')
  }
  return { program, redirectUri }
}

/** Whether the sign-in of this browser is valid for the project. */
function isEnough(person: Person, place: Place): boolean {
  const { credential } = person
  if (credential.kind !== 'session') return false
  if (signedInBySso(person, place.projectId)) return true
  return credential.method === 'password' && !place.isSsoRequired
}

/** The sign-in page, which returns here. Without a project that may be revealed, it is the general one. */
function signInFirst(place: Place | undefined, parameters: GrantParameters): Response {
  const page = place?.isSsoRequired ? signInPath(place.projectName) : '/sign-in'
  return redirectTo(`${page}?${new URLSearchParams({ returnTo: addressOf(parameters) })}`)
}

/** The error is the same for people outside the project as for an environment that does not exist. */
async function standingOf({ store }: Deps, place: Place | undefined, { id }: Person) {
  const standing = place && (await findStanding(store.db, place, id))
  if (!standing) {
    throw new ForbiddenError(
      'There is no such environment, or you are not a member of its project. Ask an admin of the project to invite you.',
      'not_a_member',
    )
  }
  if (standing.teams.length === 0) {
    throw new ForbiddenError(
      `You are not in a team of the project '${place.projectName}'. Ask one of its admins to add you to one.`,
      'not_in_team',
    )
  }
  return { ...standing, place }
}
