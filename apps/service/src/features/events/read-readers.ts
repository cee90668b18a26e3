import { type Kysely, sql } from 'kysely'
import { describeSsoRefusal, toSignInMethod } from '../../http/access/check-sso.js'
import { lacksTwoFactors } from '../../http/access/check-two-factors.js'
import type { Database, PermissionLevel } from '../../store/schema.js'
import type { ApprovalReaders, Membership, Reader } from './news.js'

/** A person with an open stream, and when their session expires. */
export interface CurrentReader extends Reader {
  /** In milliseconds since 1970. */
  readonly expiresAt: number
}

interface MemberRow {
  readonly projectId: number
  readonly level: PermissionLevel
  readonly roleId: number
  readonly teamIds: readonly number[]
  readonly isSsoRequired: boolean
  readonly requiresTwoFactors: boolean
}

/** Reads what people may access now, in one query. Sessions that have ended are absent. */
export async function readReaders(
  db: Kysely<Database>,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, CurrentReader>> {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.public_id', 'sessions.user_id', 'sessions.method'])
    .select(['sessions.sso_project_id', 'sessions.has_two_factors'])
    .select(memberships.as('memberships'))
    .select(
      sql<number>`floor(extract(epoch from sessions.expires_at) * 1000)::float8`.as('expires_at'),
    )
    .where('sessions.public_id', '=', sql<string>`any(${sessionIds}::text[])`)
    .where('sessions.expires_at', '>', sql<string>`clock_timestamp()`)
    .where('users.disabled_at', 'is', null)
    .execute()
  return new Map(
    rows.map(row => {
      const credential = {
        kind: 'session' as const,
        publicId: row.public_id,
        method: toSignInMethod(row.method),
        ssoProjectId: row.sso_project_id,
        signedInAt: '',
        hasTwoFactors: row.has_two_factors,
      }
      const entries = row.memberships.map(stored => {
        const { projectId: id, isSsoRequired, requiresTwoFactors, ...member } = stored
        const isEntered =
          describeSsoRefusal({ credential }, { id, isSsoRequired }) === undefined &&
          !lacksTwoFactors({ credential }, { id, requiresTwoFactors })
        const membership: Membership = { ...member, isEntered }
        return [id, membership] as const
      })
      const { public_id: sessionId, user_id: userId, expires_at: expiresAt } = row
      return [sessionId, { sessionId, userId, expiresAt, memberships: new Map(entries) }]
    }),
  )
}

const memberships = sql<readonly MemberRow[]>`coalesce((
  select json_agg(json_build_object(
    'projectId', members.project_id,
    'level', members.permission_level,
    'roleId', members.role_id,
    'teamIds', array(
      select teams.id from team_members join teams on teams.id = team_members.team_id
      where team_members.project_id = members.project_id
        and team_members.user_id = members.user_id and teams.deleted_at is null),
    'isSsoRequired', coalesce(sso_connections.is_required, false),
    'requiresTwoFactors', projects.requires_two_factors))
  from members
  join projects on projects.id = members.project_id and projects.deleted_at is null
  left join sso_connections on sso_connections.project_id = members.project_id
  where members.user_id = sessions.user_id), '[]')`

/** Reads who may see an approval; undefined when it does not exist. */
export function readApprovalReaders(
  db: Kysely<Database>,
  environmentId: number,
  id: number,
): Promise<ApprovalReaders | undefined> {
  return db
    .selectFrom('approvals')
    .select('requester_id as requesterId')
    .select(
      sql<number[]>`array(
        select role_id from role_rights,
          jsonb_extract_path(rights, 'collections', collection_name, 'actions', action_name) as action
        where role_rights.environment_id = approvals.environment_id
          and (action ->> 'approve' = 'true' or action ->> 'selfApprove' = 'true'))`.as('roleIds'),
    )
    .where('approvals.environment_id', '=', environmentId)
    .where('approvals.id', '=', id)
    .executeTakeFirst()
}
