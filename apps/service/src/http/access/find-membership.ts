import { sql } from 'kysely'
import type { Deps } from '../../deps.js'
import { ForbiddenError, NotFoundError } from '../../errors.js'
import { hasLevel, type PermissionLevel } from '../../store/schema.js'
import type { Access } from '../route.js'
import type { Environment, Member, Person, Project } from './callers.js'
import { checkSso } from './check-sso.js'
import { checkTwoFactors } from './check-two-factors.js'

type MemberAccess = Omit<Extract<Access, { kind: 'member' }>, 'kind'>

export interface Membership {
  readonly project: Project
  readonly member: Member
  readonly environment?: Environment
}

/**
 * Finds the membership of a person in the project of the path. For people outside the project, the error is
 * the same as for a project that does not exist.
 */
export async function findMembership(
  deps: Deps,
  person: Person,
  params: Readonly<Record<string, string>>,
  { level, ownLevel, ssoExempt = false }: MemberAccess,
): Promise<Membership> {
  const projectId = parseId(params.projectId)
  const environmentId = parseId(params.environmentId)
  const row = await deps.store.db
    .selectFrom('members')
    .innerJoin('projects', 'projects.id', 'members.project_id')
    .leftJoin('environments', join =>
      join
        .onRef('environments.project_id', '=', 'projects.id')
        .on('environments.id', '=', environmentId ?? 0)
        .on('environments.deleted_at', 'is', null),
    )
    .leftJoin('sso_connections', 'sso_connections.project_id', 'projects.id')
    .select([
      'projects.id',
      'projects.name',
      'projects.requires_two_factors',
      'members.permission_level',
      'members.role_id',
      'members.tags',
      'environments.id as environment_id',
      'environments.name as environment_name',
      'environments.kind',
      'environments.owner_id',
      'sso_connections.is_required as is_sso_required',
      sql<number[]>`array(
        select team_id from team_members
        where team_members.project_id = members.project_id
          and team_members.user_id = members.user_id order by team_id)`.as('team_ids'),
    ])
    .where('members.user_id', '=', person.id)
    .where('members.project_id', '=', projectId ?? 0)
    .where('projects.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new NotFoundError('There is no such project, or you are not a member of it.')
  checkSso(person, { id: row.id, isSsoRequired: row.is_sso_required ?? false }, ssoExempt)
  checkTwoFactors(person, { id: row.id, requiresTwoFactors: row.requires_two_factors })
  const isOwn = row.kind === 'development' && row.owner_id === person.id
  if (!hasLevel(row.permission_level, isOwn ? (ownLevel ?? level) : level)) {
    const about = { level, own: row.permission_level }
    throw new ForbiddenError(tooLow(row.permission_level, level, ownLevel), 'level_too_low', about)
  }
  if ('environmentId' in params && row.environment_id === null) {
    throw new NotFoundError('There is no such environment in this project.')
  }
  return {
    project: { id: row.id, name: row.name },
    member: {
      level: row.permission_level,
      roleId: row.role_id,
      teamIds: row.team_ids,
      tags: row.tags,
    },
    ...(row.environment_id !== null &&
      row.environment_name !== null &&
      row.kind !== null && {
        environment: { id: row.environment_id, name: row.environment_name, kind: row.kind },
      }),
  }
}

function tooLow(own: PermissionLevel, level: PermissionLevel, ownLevel?: PermissionLevel): string {
  const elsewhere = ownLevel && `, or '${ownLevel}' in a development environment you created`
  return `This needs the permission level '${level}'${elsewhere ?? ''}; yours is '${own}'.`
}

/** Parses an id of the path; other text matches nothing. */
function parseId(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
}
