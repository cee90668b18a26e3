import { sql } from 'kysely'
import type { Deps } from '../../deps.js'
import { UnauthorizedError } from '../../errors.js'
import { matchesHash, parseToken } from '../../secrets/token-format.js'
import type { AccessToken } from './callers.js'
import { findGrantToken } from './find-grant-token.js'

/** Whether a bearer token is an access token issued through an agent. */
export const isAccessToken = (token: string): boolean => token.startsWith('svca_') || isJwt(token)

const isJwt = (token: string) => token.split('.').length === 3

/** Reads an access token of a sign-in through an agent or of a grant; throws when it is no longer valid. */
export async function findAccessToken(deps: Deps, token: string): Promise<AccessToken> {
  const found = isJwt(token)
    ? await findGrantToken(deps, token)
    : await findOpaqueToken(deps, token)
  if (found) return found
  throw new UnauthorizedError('The access token is unknown, expired or revoked. Sign in again.')
}

async function findOpaqueToken({ store }: Deps, token: string): Promise<AccessToken | undefined> {
  const publicId = parseToken('svca', token)
  const row =
    publicId &&
    (await store.db
      .selectFrom('access_tokens')
      .innerJoin('users', 'users.id', 'access_tokens.user_id')
      .select(['token_hash', 'user_id', 'environment_id', 'rendering_id'])
      .select(['method', 'sso_project_id', 'has_two_factors'])
      .where('public_id', '=', publicId)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', sql<string>`clock_timestamp()`)
      .where('users.disabled_at', 'is', null)
      .executeTakeFirst())
  if (!row || !matchesHash(token, row.token_hash)) return undefined
  return {
    userId: row.user_id,
    credential: {
      kind: 'accessToken',
      environmentId: row.environment_id,
      renderingId: row.rendering_id,
      method: row.method,
      ssoProjectId: row.sso_project_id,
      hasTwoFactors: row.has_two_factors,
    },
  }
}
