import { expressionBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Deps } from '../../deps.js'
import type { Person } from '../../http/access/callers.js'
import { type Database, permissionLevels } from '../../store/schema.js'
import { Moment } from '../projects/fields.js'

/** A session of a person. */
export const Session = z
  .object({
    id: z.string(),
    method: z.enum(['password', 'passkey', 'sso']),
    hasTwoFactors: z.boolean().meta({ description: 'Whether you proved two factors in it' }),
    address: z.string().meta({ description: 'Of the client that signed in' }),
    userAgent: z.string(),
    createdAt: Moment,
    lastSeenAt: Moment,
    expiresAt: Moment,
    isCurrent: z.boolean(),
  })
  .meta({ id: 'Session' })

/** A project of the signed-in person. */
export const OwnProject = z
  .object({ id: z.number(), name: z.string(), permissionLevel: z.enum(permissionLevels) })
  .meta({ id: 'OwnProject' })

/**
 * The sessions that a person may see and end: all of them, or those of the project whose single sign-on
 * opened the current one.
 */
const ownSessions = ({ id, credential }: Person) =>
  expressionBuilder<Database, 'sessions'>().and({
    user_id: id,
    ...(credential.kind === 'session' &&
      credential.method === 'sso' && { sso_project_id: credential.ssoProjectId }),
  })

/** Reads the active sessions of a person, newest first. */
export async function readSessions(
  { store }: Deps,
  person: Person,
): Promise<z.output<typeof Session>[]> {
  const { credential } = person
  const rows = await store.db
    .selectFrom('sessions')
    .selectAll()
    .where(ownSessions(person))
    .where('expires_at', '>', sql<string>`clock_timestamp()`)
    .orderBy('created_at', 'desc')
    .limit(1000)
    .execute()
  return rows.map(row => ({
    id: row.public_id,
    method: row.method,
    hasTwoFactors: row.has_two_factors,
    address: row.address,
    userAgent: row.user_agent,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
    isCurrent: credential.kind === 'session' && credential.publicId === row.public_id,
  }))
}

/** The projects a session may access: all of the person's, or the one whose single sign-on opened it. */
export async function readOwnProjects(
  { store }: Deps,
  { id, credential }: Person,
): Promise<z.output<typeof OwnProject>[]> {
  const all = store.db
    .selectFrom('members')
    .innerJoin('projects', 'projects.id', 'members.project_id')
    .select(['projects.id', 'projects.name', 'members.permission_level as permissionLevel'])
    .where('members.user_id', '=', id)
    .where('projects.deleted_at', 'is', null)
    .orderBy('projects.name')
  const isBound = credential.kind === 'session' && credential.method === 'sso'
  return (isBound ? all.where('projects.id', '=', credential.ssoProjectId) : all).execute()
}

/** Ends one session of a person; returns false when there is no such session. */
export async function endSession(
  { store }: Deps,
  person: Person,
  publicId: string,
): Promise<boolean> {
  const { numDeletedRows } = await store.db
    .deleteFrom('sessions')
    .where(ownSessions(person))
    .where('public_id', '=', publicId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Ends the sessions of a person that they may see, except the current one. Returns their number. */
export async function endOtherSessions({ store }: Deps, person: Person): Promise<number> {
  const { credential } = person
  const { numDeletedRows } = await store.db
    .deleteFrom('sessions')
    .where(ownSessions(person))
    .where('public_id', '!=', credential.kind === 'session' ? credential.publicId : '')
    .executeTakeFirst()
  return Number(numDeletedRows)
}
