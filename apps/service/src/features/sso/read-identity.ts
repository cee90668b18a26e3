import {
  AuthorizationResponseError,
  authorizationCodeGrant,
  fetchUserInfo,
  ResponseBodyError,
} from 'openid-client'
import { z } from 'zod'
import { ForbiddenError, InvalidRequestError } from '../../errors.js'
import { readLocalPart } from '../people/create-user.js'
import { emailAddress } from '../people/person-fields.js'
import { plainText } from '../projects/fields.js'
import type { Attempt } from './attempt.js'
import { openProvider, type ProviderClient } from './open-provider.js'
import { providerFailure } from './provider-failure.js'

/** A person as an identity provider identifies them. */
export interface Identity {
  readonly issuer: string
  /** Never changes and is never reassigned, unlike an e-mail address. */
  readonly subject: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly username: string
}

/** Names are shown to people, so names with control characters are dropped. */
const name = z
  .string()
  .transform(text =>
    text
      .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
      .trim()
      .slice(0, 100),
  )
  .catch('')

const Claims = z.object({
  sub: plainText(255),
  email: emailAddress,
  email_verified: z.union([z.boolean(), z.string()]).optional().catch(false),
  given_name: name,
  family_name: name,
  preferred_username: name,
})

/** Exchanges the code of a callback for an identity, and validates every step. */
export async function readIdentity(
  client: ProviderClient,
  attempt: Attempt,
  search: string,
): Promise<Identity> {
  const claims = await readClaims(client, attempt, search)
  const { success, data } = Claims.safeParse(claims)
  if (!success) {
    throw new ForbiddenError(
      'The identity provider did not send your e-mail address, or sent an invalid one.',
      'sso_email_missing',
    )
  }
  if (data.email_verified === false || data.email_verified === 'false') {
    throw new ForbiddenError(
      'The identity provider has not verified your e-mail address.',
      'sso_email_unverified',
    )
  }
  return {
    issuer: client.issuer,
    subject: data.sub,
    email: data.email,
    firstName: data.given_name,
    lastName: data.family_name,
    username: data.preferred_username || readLocalPart(data.email),
  }
}

async function readClaims(client: ProviderClient, attempt: Attempt, search: string) {
  try {
    const provider = await openProvider(client)
    const url = new URL(attempt.redirectUri + search)
    const tokens = await authorizationCodeGrant(provider, url, {
      expectedState: attempt.state,
      expectedNonce: attempt.nonce,
      pkceCodeVerifier: attempt.codeVerifier,
    })
    const claims = tokens.claims()
    if (!claims || claims.email !== undefined || !provider.serverMetadata().userinfo_endpoint) {
      return claims
    }
    return { ...claims, ...(await fetchUserInfo(provider, tokens.access_token, claims.sub)) }
  } catch (error) {
    throw toRefusal(error)
  }
}

function toRefusal(error: unknown): Error {
  if (error instanceof AuthorizationResponseError) {
    return new ForbiddenError('The identity provider did not sign you in.', 'sso_refused')
  }
  if (error instanceof ResponseBodyError && error.error === 'invalid_grant') {
    return new InvalidRequestError(
      'This sign-in is already finished, or took too long. Start again.',
      'sso_code_refused',
    )
  }
  return providerFailure(error)
}
