import type { BootEnvironment, BootProject } from '@service/protocol'
import { type Kysely, sql } from 'kysely'
import type { Person } from '../../http/access/callers.js'
import { describeSsoRefusal, isBoundToProject, signedInBySso } from '../../http/access/check-sso.js'
import { lacksTwoFactors, twoFactorRefusal } from '../../http/access/check-two-factors.js'
import type { Database } from '../../store/schema.js'

/**
 * Reads the projects of a person with what they can open there, in one query. A session that the single
 * sign-on of a project opened sees that project only. Of a project that this session may not enter, only the
 * name, the level, the role and the reason are returned.
 */
export async function readBootProjects(
  db: Kysely<Database>,
  person: Person,
): Promise<BootProject[]> {
  const rows = await selectRows(db, person).execute()
  return groupRows(rows, 'project_id')
    .filter(([{ project_id }]) => !isBoundToProject(person) || signedInBySso(person, project_id))
    .map(group => toProject(person, group))
}

type Group = readonly [Row, ...Row[]]

/** Groups rows by a column, in the order of the first row of each group. */
function groupRows(rows: readonly Row[], column: 'project_id' | 'environment_id'): Group[] {
  const groups = new Map<number | null, [Row, ...Row[]]>()
  for (const row of rows) {
    const group = groups.get(row[column])
    if (group) group.push(row)
    else groups.set(row[column], [row])
  }
  return [...groups.values()]
}

function toProject(person: Person, rows: Group): BootProject {
  const [row] = rows
  const { project_id: id, is_sso_required } = row
  const ssoRefusal = describeSsoRefusal(person, { id, isSsoRequired: is_sso_required ?? false })
  const needsTwoFactors =
    ssoRefusal === undefined &&
    lacksTwoFactors(person, { id, requiresTwoFactors: row.requires_two_factors })
  const refusal = needsTwoFactors ? twoFactorRefusal : ssoRefusal
  return {
    id,
    name: row.project_name,
    permissionLevel: row.permission_level,
    role: row.role_name,
    environments: refusal === undefined ? listEnvironments(rows) : [],
    refusal: refusal ?? null,
    ...(refusal === undefined && Object.keys(row.tags).length > 0 && { tags: row.tags }),
    ...(needsTwoFactors && { needsTwoFactors }),
  }
}

function listEnvironments(rows: readonly Row[]): BootEnvironment[] {
  return groupRows(rows, 'environment_id').flatMap(group => {
    const [row] = group
    if (row.environment_id === null) return []
    return {
      id: row.environment_id,
      name: row.environment_name ?? '',
      kind: row.kind ?? 'production',
      agentUrl: row.agent_url,
      teams: group.flatMap(({ team_id: id, team_name: name, rendering_id: renderingId }) =>
        id === null || name === null || renderingId === null ? [] : { id, name, renderingId },
      ),
    }
  })
}

/** One row for each environment and team of the person, the environments of production first. */
function selectRows(db: Kysely<Database>, person: Person) {
  return db
    .selectFrom('members')
    .innerJoin('projects', 'projects.id', 'members.project_id')
    .innerJoin('roles', 'roles.id', 'members.role_id')
    .leftJoin('sso_connections', 'sso_connections.project_id', 'projects.id')
    .leftJoin('environments', join =>
      join
        .onRef('environments.project_id', '=', 'projects.id')
        .on('environments.deleted_at', 'is', null),
    )
    .leftJoin('team_members', join =>
      join
        .onRef('team_members.project_id', '=', 'members.project_id')
        .onRef('team_members.user_id', '=', 'members.user_id'),
    )
    .leftJoin('teams', join =>
      join.onRef('teams.id', '=', 'team_members.team_id').on('teams.deleted_at', 'is', null),
    )
    .leftJoin('renderings', join =>
      join
        .onRef('renderings.environment_id', '=', 'environments.id')
        .onRef('renderings.team_id', '=', 'teams.id'),
    )
    .select(['projects.id as project_id', 'projects.name as project_name'])
    .select(['members.permission_level', 'members.tags', 'roles.name as role_name'])
    .select(['sso_connections.is_required as is_sso_required', 'projects.requires_two_factors'])
    .select(['environments.id as environment_id', 'environments.name as environment_name'])
    .select(['environments.kind', 'environments.agent_url'])
    .select(['teams.id as team_id', 'teams.name as team_name', 'renderings.id as rendering_id'])
    .where('members.user_id', '=', person.id)
    .where('projects.deleted_at', 'is', null)
    .orderBy('projects.name')
    .orderBy(sql`array_position(array['production', 'staging', 'development'], environments.kind)`)
    .orderBy('environments.name')
    .orderBy('teams.name')
}

type Row = Awaited<ReturnType<ReturnType<typeof selectRows>['execute']>>[number]
