import { OAuthError, refreshTokenSeconds, type Scope } from '@service/authorization'
import type { WireEndedGrants } from '@service/protocol'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../../store/schema.js'
import { type Actor, type ActorPerson, writeAdminLog } from '../admin-logs/write-admin-log.js'
import { findRenderingUser } from '../oidc/rendering-user.js'
import type { GrantCode } from './codes.js'
import { type GrantRow, grantLogValue, readGrant, readGrantsToLog } from './read-grants.js'
import { scopesFor } from './scopes.js'

/**
 * The hours for which agents are notified of an ended grant: longer than the lifetime of its access tokens.
 */
const ENDED_GRANT_HOURS = 2

/** The number of days for which ended grants are listed. */
export const KEPT_GRANT_DAYS = 90

/** Why a grant was ended by code; triggers of the store have further reasons. */
export type EndReason =
  | 'revoked_by_person'
  | 'revoked_by_admin'
  | 'revoked_by_program'
  | 'code_used_twice'
  | 'refresh_token_used_twice'
  | 'password_changed'

export const untilRefreshEnds = sql<string>`clock_timestamp() + ${refreshTokenSeconds} * interval '1 second'`

/** The columns of codes and grants that name the person, the rendering and the scopes. */
export interface Owned {
  readonly environment_id: number
  readonly user_id: number
  readonly rendering_id: number
  readonly scopes: readonly string[]
  readonly method: 'password' | 'sso'
  readonly sso_project_id: number | null
  readonly has_two_factors: boolean
}

/**
 * The granted scopes that are requested and that the person can still grant; throws when the person may no
 * longer use the rendering.
 */
export async function scopesNow(
  db: Kysely<Database>,
  row: Owned,
  requested: readonly string[] = row.scopes,
): Promise<readonly Scope[]> {
  const { environment_id: environmentId, rendering_id: renderingId, user_id: userId } = row
  const { level } = await findRenderingUser(db, {
    environmentId,
    renderingId,
    userId,
    credential: {
      kind: 'accessToken',
      environmentId,
      renderingId,
      method: row.method,
      ssoProjectId: row.sso_project_id,
      hasTwoFactors: row.has_two_factors,
    },
  })
  const scopes = scopesFor(requested, level)
  if (scopes.length > 0) return scopes
  throw new OAuthError('The person can no longer grant any of these scopes.', 'invalid_grant')
}

/** Creates the grant of a code; a second use of the code finds the grant and ends it. */
export async function createGrant(
  transaction: Transaction<Database>,
  code: GrantCode,
): Promise<number> {
  const { id } = await transaction
    .with('created', db =>
      db
        .insertInto('oauth_grants')
        .values({
          environment_id: code.environment_id,
          user_id: code.user_id,
          rendering_id: code.rendering_id,
          client_id: code.client_id,
          client_name: selectProgramName(code),
          scopes: code.scopes,
          resource: code.resource,
          method: code.method,
          sso_project_id: code.sso_project_id,
          has_two_factors: code.has_two_factors,
          expires_at: untilRefreshEnds,
        })
        .returning('id'),
    )
    .updateTable('oauth_codes')
    .from('created')
    .set(({ ref }) => ({ grant_id: ref('created.id') }))
    .where('code_hash', '=', code.code_hash)
    .returning('created.id')
    .executeTakeFirstOrThrow()
  return id
}

const selectProgramName = ({ client_id }: GrantCode) =>
  sql<string | null>`(select client_name from oauth_clients where client_id = ${client_id})`

/** Writes the admin log on behalf of the person. Call it last in the transaction, like every log. */
export async function logNewGrant(transaction: Transaction<Database>, id: number): Promise<void> {
  const grant = await readGrant(transaction, { id })
  if (!grant) return
  const { user_id, username, email } = grant
  await writeAdminLog(transaction, {
    projectId: grant.project_id,
    actor: { initiator: 'administrator', person: { id: user_id, username, email } },
    type: 'add',
    resource: 'grant',
    newValue: grantLogValue(grant),
  })
}

/** Ends a grant and all its tokens. Repeating it changes nothing. */
export async function endGrant(
  transaction: Transaction<Database>,
  id: number,
  reason: EndReason,
  actor: Actor,
): Promise<void> {
  const { numUpdatedRows } = await transaction
    .updateTable('oauth_grants')
    .set({ ended_at: sql<string>`clock_timestamp()`, end_reason: reason })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  const grant = numUpdatedRows > 0n ? await readGrant(transaction, { id }) : undefined
  if (grant) await logEnd(transaction, grant, reason, actor)
}

/**
 * Ends all grants of a person. Grants are locked in the order of their ids, then the logs in the order of
 * their projects.
 */
export async function endUserGrants(
  transaction: Transaction<Database>,
  person: ActorPerson,
  reason: EndReason,
  actor: Actor,
): Promise<void> {
  const open = await transaction
    .selectFrom('oauth_grants')
    .select('id')
    .where('user_id', '=', person.id)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (open.length === 0) return
  const ids = open.map(({ id }) => id)
  await transaction
    .updateTable('oauth_grants')
    .set({ ended_at: sql<string>`clock_timestamp()`, end_reason: reason })
    .where('id', 'in', ids)
    .execute()
  for (const grant of await readGrantsToLog(transaction, ids)) {
    await logEnd(transaction, grant, reason, actor)
  }
}

async function logEnd(
  transaction: Transaction<Database>,
  grant: GrantRow,
  reason: EndReason,
  actor: Actor,
): Promise<void> {
  await writeAdminLog(transaction, {
    projectId: grant.project_id,
    actor,
    type: 'remove',
    resource: 'grant',
    previousValue: { ...grantLogValue(grant), reason },
  })
}

/** The document for agents: ended grants whose access tokens may not have expired yet. */
export async function buildEndedGrants(
  db: Kysely<Database>,
  { environmentId }: { readonly environmentId: number },
): Promise<WireEndedGrants> {
  const rows = await db
    .selectFrom('oauth_grants')
    .select('id')
    .where('environment_id', '=', environmentId)
    .where(sql<boolean>`ended_at > clock_timestamp() - ${ENDED_GRANT_HOURS} * interval '1 hour'`)
    .orderBy('id')
    .execute()
  return { endedGrants: rows.map(({ id }) => String(id)) }
}
