import { ForbiddenError } from '../../errors.js'
import type { MemberCall } from '../../http/route.js'
import { type NamedResource, readNamedResource } from '../projects/named-resources.js'

type TeamCall = MemberCall<{ readonly teamId: number }, unknown, unknown>

/** Reads the team of the path; throws when the caller is neither in it nor an admin of the project. */
export async function findOwnTeam(call: TeamCall): Promise<NamedResource> {
  const { deps, project, member, params } = call
  const team = await readNamedResource(deps.store.db, 'teams', project.id, params.teamId)
  if (member.level === 'admin' || member.teamIds.includes(team.id)) return team
  throw new ForbiddenError(`You are not in the team '${team.name}'.`, 'not_in_team')
}
