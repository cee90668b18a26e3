import type { JWTPayload } from 'jose'
import { sql } from 'kysely'
import type { Deps } from '../../deps.js'
import { verifyToken } from '../../secrets/signing-keys.js'
import type { AccessToken } from './callers.js'

/** The audience of a grant's token: the agent of one environment, for one use. */
export const grantAudience = (use: 'access' | 'refresh', environmentId: number): string =>
  `grant-${use}:${environmentId}`

/** Finds the owner of an OAuth client's access token; undefined when it is not ours or no longer valid. */
export async function findGrantToken(deps: Deps, token: string): Promise<AccessToken | undefined> {
  const claims = await verifyToken(deps, 'grant-access', token)
  const grant = claims && (await readGrant(deps, claims))
  if (!grant || claims.aud !== grantAudience('access', grant.environment_id)) return undefined
  return {
    userId: grant.user_id,
    credential: {
      kind: 'accessToken',
      environmentId: grant.environment_id,
      renderingId: grant.rendering_id,
      method: grant.method,
      ssoProjectId: grant.sso_project_id,
      hasTwoFactors: grant.has_two_factors,
      scopes: String(claims.scope ?? '').split(' '),
    },
  }
}

/** Read at every use, so that ending a grant takes effect immediately. */
function readGrant({ store }: Deps, { grant_id: id }: JWTPayload) {
  return store.db
    .selectFrom('oauth_grants')
    .innerJoin('users', 'users.id', 'oauth_grants.user_id')
    .select(['environment_id', 'user_id', 'rendering_id', 'method', 'sso_project_id'])
    .select('has_two_factors')
    .where('oauth_grants.id', '=', sql<number>`${String(id)}::bigint`)
    .where('ended_at', 'is', null)
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst()
}
