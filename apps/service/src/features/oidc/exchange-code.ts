import { OAuthError, readGrantType } from '@service/authorization'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Deps } from '../../deps.js'
import type { RequestInfo } from '../../http/request-info.js'
import { signToken } from '../../secrets/signing-keys.js'
import { findClient } from './clients.js'
import { ACCESS_TOKEN_SECONDS, exchangeForAccessToken, type SignedIn } from './codes.js'
import { buildIssuer } from './issuer.js'

const ID_TOKEN_SECONDS = 600

/** The form of the token endpoint; OAuth requires ignoring other parameters. */
export const TokenForm = z.looseObject({
  grant_type: z.string(),
  client_id: z.string(),
  code: z.string(),
  redirect_uri: z.string().optional(),
  code_verifier: z.string().optional(),
})

export const TokenAnswer = z
  .object({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.number(),
    scope: z.string(),
    id_token: z.string(),
  })
  .meta({ id: 'SignInTokens' })

/** Exchanges a code for an access token and an id token. */
export async function exchangeCode(
  deps: Deps,
  request: RequestInfo,
  form: z.output<typeof TokenForm>,
): Promise<z.output<typeof TokenAnswer>> {
  const { grant_type: type, client_id: clientId, redirect_uri: redirectUri, code } = form
  readGrantType(type, ['authorization_code'])
  const client = await findClient(deps.store.db, clientId)
  if (redirectUri !== undefined && redirectUri !== client.redirectUri) {
    throw new OAuthError("'redirect_uri' is not the redirect URI of the agent.", 'invalid_grant')
  }
  const signedIn = await exchangeForAccessToken(deps.store.db, client.environmentId, {
    code,
    clientId,
    codeVerifier: form.code_verifier,
  })
  return {
    access_token: signedIn.accessToken,
    token_type: 'Bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    scope: signedIn.scope,
    id_token: await signIdToken(deps, buildIssuer(deps.config, request), clientId, signedIn),
  }
}

async function signIdToken(
  deps: Deps,
  iss: string,
  aud: string,
  { userId, scope, nonce, signedInAt }: SignedIn,
): Promise<string> {
  const scopes = scope.split(' ')
  const iat = Math.floor(Date.now() / 1000)
  const person = await readPerson(deps, userId)
  return signToken(deps, 'id-token', {
    iss,
    aud,
    sub: String(userId),
    iat,
    exp: iat + ID_TOKEN_SECONDS,
    auth_time: Math.floor(Date.parse(signedInAt) / 1000),
    ...(nonce !== null && { nonce }),
    ...(scopes.includes('email') && { email: person.email }),
    ...(scopes.includes('profile') && {
      name: person.name,
      given_name: person.first_name,
      family_name: person.last_name,
    }),
  })
}

function readPerson({ store }: Deps, userId: number) {
  return store.db
    .selectFrom('users')
    .select(['email', 'first_name', 'last_name'])
    .select(sql<string>`trim(first_name || ' ' || last_name)`.as('name'))
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}
