import { isServiceError, parseJson } from '@service/base'
import { jwtVerify } from 'jose/jwt/verify'
import { idAt, listAt, objectAt, textAt } from '../documents/shape.js'
import { ServiceAwayError, SignInRefusedError } from '../port/errors.js'
import type { ServicePort, SignInAnswer } from '../port/service-port.js'
import type { SignedInUser } from '../port/signed-in-user.js'
import { type CallError, toCallError } from '../transport/call-error.js'
import type { Caller } from '../transport/call-service.js'
import type { Clock } from '../transport/clock.js'
import { buildSignInUrl } from './build-sign-in-url.js'
import type { Provider, RegisteredClient } from './provider.js'

type SignIn = Pick<ServicePort, 'authorizationUrl' | 'exchangeCode'>

export interface SignInOptions {
  readonly caller: Caller
  readonly provider: Provider
  readonly clock: Clock
  /** Called with each user who signs in. */
  onSignIn(user: SignedInUser): Promise<void>
}

/** Signs people in by the authorization code flow of OpenID Connect, with PKCE and a nonce. */
export function createSignIn({ caller, provider, clock, onSignIn }: SignInOptions): SignIn {
  return {
    async authorizationUrl(request) {
      const [discovery, client] = await Promise.all([
        provider.discovery.get(),
        provider.client.get(),
      ]).catch(throwUnavailable)
      return buildSignInUrl(discovery.authorizationEndpoint, request, {
        client_id: client.clientId,
        redirect_uri: client.redirectUri,
      })
    },
    exchangeCode: answer => signIn(answer).catch(throwUnavailable),
  }

  async function signIn(answer: SignInAnswer): Promise<SignedInUser> {
    const client = await provider.client.get()
    const { accessToken, idToken } = await exchange(answer, client)
    const subject = await checkIdToken(idToken, client, answer.nonce)
    const user = await findUser(answer.renderingId, accessToken)
    if (subject !== String(user.id)) throw toForgedError('its two tokens are for different people')
    await onSignIn(user)
    return user
  }

  async function exchange({ code, codeVerifier }: SignInAnswer, client: RegisteredClient) {
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: client.redirectUri,
      client_id: client.clientId,
      code_verifier: codeVerifier,
    })
    const { text } = await caller
      .call({ method: 'POST', path: '/oidc/token', body })
      .catch(error => refuseCode(toCallError(error, '/oidc/token')))
    const tokens = parseJson(text) as { access_token?: unknown; id_token?: unknown } | undefined
    return {
      accessToken: textAt(tokens?.access_token, 'access_token'),
      idToken: textAt(tokens?.id_token, 'id_token'),
    }
  }

  function refuseCode(error: CallError): never {
    // The service no longer knows this agent's client, so the next sign-in registers it again.
    if (error.code === 'invalid_client') provider.client.invalidate()
    if (error.status !== 400 && error.status !== 401 && error.status !== 403)
      throw error.toUnavailableError()
    const message = error.detail ?? 'The service refused the code.'
    throw new SignInRefusedError(401, error.code ?? 'invalid_grant', message)
  }

  /** Verifies the id token and returns the user it identifies. */
  async function checkIdToken(
    token: string,
    client: RegisteredClient,
    nonce: string,
  ): Promise<string | undefined> {
    const { issuer } = await provider.discovery.get()
    const rules = {
      issuer,
      audience: client.clientId,
      algorithms: ['RS256'],
      requiredClaims: ['exp', 'iat', 'sub'],
      currentDate: new Date(clock.now()),
    }
    const { payload } = await jwtVerify(token, provider.keys, rules).catch(error => {
      if (error instanceof ServiceAwayError) throw error
      throw toForgedError('its id token is not for this agent', error)
    })
    if (payload.nonce !== nonce) throw toForgedError('its id token is for another sign-in')
    return payload.sub
  }

  async function findUser(renderingId: number, accessToken: string): Promise<SignedInUser> {
    const path = `/agent-api/renderings/${renderingId}/authorization`
    const { text } = await caller
      .call({ method: 'GET', path, headers: { 'service-token': accessToken } })
      .catch(error => refuseUser(toCallError(error, path)))
    return parseAuthorization(parseJson(text))
  }
}

/** Refuses a person whom the service does not let open a rendering. */
export function refuseUser(error: CallError): never {
  if (error.status !== 401 && error.status !== 403 && error.status !== 404)
    throw error.toUnavailableError()
  const message = error.detail ?? 'You may not open this rendering.'
  if (error.status === 401) throw new SignInRefusedError(401, 'invalid_token', message)
  throw new SignInRefusedError(403, 'access_denied', message)
}

export function parseAuthorization(document: unknown): SignedInUser {
  const { id, attributes } = objectAt(objectAt(document, 'the profile').data, 'data')
  const given = objectAt(attributes, 'attributes')
  const [team] = listAt(given.teams, 'teams')
  const tags = listAt(given.tags ?? [], 'tags').map(tag => objectAt(tag, 'a tag'))
  return {
    id: idAt(Number(id), 'id'),
    email: textAt(given.email, 'email'),
    firstName: textAt(given.first_name, 'first_name'),
    lastName: textAt(given.last_name, 'last_name'),
    team: textAt(team ?? '', 'a team'),
    role: textAt(given.role, 'role'),
    ...(given.role_id !== undefined && { roleId: idAt(given.role_id, 'role_id') }),
    permissionLevel: textAt(given.permission_level, 'permission_level'),
    ...(given.session_version !== undefined && {
      sessionVersion: idAt(given.session_version, 'session_version'),
    }),
    tags: Object.fromEntries(
      tags.map(({ key, value }) => [textAt(key, 'a tag'), textAt(value, 'a tag')]),
    ),
  }
}

function toForgedError(why: string, cause?: unknown): SignInRefusedError {
  const error = new SignInRefusedError(
    401,
    'invalid_token',
    `The response of the service is invalid: ${why}.`,
  )
  error.cause = cause
  return error
}

function throwUnavailable(error: unknown): never {
  throw isServiceError(error) ? error : toCallError(error, '/oidc').toUnavailableError()
}
