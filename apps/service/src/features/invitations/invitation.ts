import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { type Database, permissionLevels } from '../../store/schema.js'
import { Moment } from '../projects/fields.js'

const Named = z.object({ id: z.number(), name: z.string() })

/** An invitation that was neither accepted nor revoked. */
export const Invitation = z
  .object({
    id: z.number(),
    email: z.string(),
    permissionLevel: z.enum(permissionLevels),
    role: Named,
    teams: z.array(Named),
    tags: z.record(z.string(), z.string()),
    invitedBy: z.object({ id: z.number(), username: z.string(), email: z.string() }),
    createdAt: Moment,
    expiresAt: Moment,
    isExpired: z.boolean(),
    isMailed: z.boolean().meta({
      description: 'The link was sent to the e-mail address and shown to no one else',
    }),
  })
  .meta({ id: 'Invitation' })

export type Invitation = z.output<typeof Invitation>

/** Reads the open invitations of a project by id. */
export async function readInvitations(
  db: Kysely<Database>,
  projectId: number,
  page: { readonly afterId: number; readonly limit: number },
): Promise<Invitation[]> {
  const rows = await db
    .selectFrom('invitations')
    .innerJoin('users', 'users.id', 'invitations.invited_by')
    .innerJoin('roles', 'roles.id', 'invitations.role_id')
    .select([
      'invitations.id',
      'invitations.email',
      'invitations.permission_level',
      'invitations.tags',
      'invitations.created_at',
      'invitations.expires_at',
      'invitations.is_mailed',
      sql<boolean>`invitations.expires_at <= clock_timestamp()`.as('is_expired'),
      'users.id as user_id',
      'users.username',
      'users.email as user_email',
      'roles.id as role_id',
      'roles.name as role_name',
      sql<Invitation['teams']>`coalesce((
        select jsonb_agg(jsonb_build_object('id', teams.id, 'name', teams.name) order by teams.id)
        from teams where teams.id = any(invitations.team_ids)), '[]')`.as('teams'),
    ])
    .where('invitations.project_id', '=', projectId)
    .where('invitations.accepted_at', 'is', null)
    .where('invitations.revoked_at', 'is', null)
    .where('invitations.id', '>', page.afterId)
    .orderBy('invitations.id')
    .limit(page.limit)
    .execute()
  return rows.map(row => ({
    id: row.id,
    email: row.email,
    permissionLevel: row.permission_level,
    role: { id: row.role_id, name: row.role_name },
    teams: row.teams,
    tags: row.tags,
    invitedBy: { id: row.user_id, username: row.username, email: row.user_email },
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    isExpired: row.is_expired,
    isMailed: row.is_mailed,
  }))
}

/** Reads one open invitation of a project. */
export async function readInvitation(
  db: Kysely<Database>,
  projectId: number,
  id: number,
): Promise<Invitation | undefined> {
  const [first] = await readInvitations(db, projectId, { afterId: id - 1, limit: 1 })
  return first?.id === id ? first : undefined
}

/** An invitation as the admin log shows it, without its token. */
export function invitationValue(invitation: Invitation): object {
  const { id, email, permissionLevel, role, teams, tags, expiresAt, isMailed } = invitation
  return {
    id,
    email,
    permissionLevel,
    role: { object: 'role', name: role.name },
    teams: teams.map(({ name }) => ({ object: 'team', name })),
    tags: Object.entries(tags).map(([key, value]) => ({ key, value })),
    expiresAt,
    isMailed,
  }
}
