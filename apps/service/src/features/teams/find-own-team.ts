import type { Kysely } from 'kysely'
import { ForbiddenError } from '../../errors.js'
import type { MemberCall } from '../../http/route.js'
import type { Database } from '../../store/schema.js'
import { type NamedResource, readNamedResource } from '../projects/named-resources.js'

type Call = MemberCall<unknown, unknown, unknown>
type TeamCall = MemberCall<{ readonly teamId: number }, unknown, unknown>

/** Reads the team of the path; throws when the caller is neither in it nor an admin of the project. */
export function findOwnTeam(call: TeamCall): Promise<NamedResource> {
  return readOwnTeam(call.deps.store.db, call, call.params.teamId)
}

/** Reads a team by its id; throws when the caller is neither in it nor an admin of the project. */
export async function readOwnTeam(
  db: Kysely<Database>,
  { project, member }: Pick<Call, 'project' | 'member'>,
  teamId: number,
): Promise<NamedResource> {
  const team = await readNamedResource(db, 'teams', project.id, teamId)
  if (member.level === 'admin' || member.teamIds.includes(team.id)) return team
  throw new ForbiddenError(`You are not in the team '${team.name}'.`, 'not_in_team', {
    team: team.name,
  })
}
