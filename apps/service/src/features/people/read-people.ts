import { type Kysely, sql } from 'kysely'
import type { Database } from '../../store/schema.js'
import type { ProjectPerson } from './project-person.js'

type Named = ProjectPerson['role']

const memberRows = (db: Kysely<Database>, projectId: number) =>
  db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .innerJoin('roles', 'roles.id', 'members.role_id')
    .select([
      'users.id',
      'users.email',
      'users.username',
      'users.first_name',
      'users.last_name',
      sql<boolean>`users.unverified_in_project_id is not null`.as('is_unverified'),
      'members.permission_level',
      'members.tags',
      'roles.id as role_id',
      'roles.name as role_name',
      sql<Named[]>`coalesce((
        select jsonb_agg(jsonb_build_object('id', teams.id, 'name', teams.name) order by teams.id)
        from team_members join teams on teams.id = team_members.team_id
        where team_members.project_id = members.project_id
          and team_members.user_id = members.user_id), '[]')`.as('teams'),
    ])
    .where('members.project_id', '=', projectId)

type MemberRow = Awaited<ReturnType<ReturnType<typeof memberRows>['execute']>>[number]

const toProjectPerson = (row: MemberRow): ProjectPerson => ({
  id: row.id,
  email: row.email,
  username: row.username,
  firstName: row.first_name,
  lastName: row.last_name,
  permissionLevel: row.permission_level,
  role: { id: row.role_id, name: row.role_name },
  teams: row.teams,
  isUnverified: row.is_unverified,
  tags: row.tags,
})

/** Reads the members of a project by id, starting after `afterId`. */
export async function readPeople(
  db: Kysely<Database>,
  projectId: number,
  page: { readonly afterId: number; readonly limit: number },
): Promise<ProjectPerson[]> {
  const rows = await memberRows(db, projectId)
    .where('members.user_id', '>', page.afterId)
    .orderBy('members.user_id')
    .limit(page.limit)
    .execute()
  return rows.map(toProjectPerson)
}

/** Reads one member of a project. */
export async function readProjectPerson(
  db: Kysely<Database>,
  projectId: number,
  userId: number,
): Promise<ProjectPerson | undefined> {
  const row = await memberRows(db, projectId)
    .where('members.user_id', '=', userId)
    .executeTakeFirst()
  return row && toProjectPerson(row)
}
