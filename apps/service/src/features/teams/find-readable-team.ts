import type { MemberCall } from '../../http/route.js'
import { hasLevel } from '../../store/schema.js'
import { type NamedResource, readNamedResource } from '../projects/named-resources.js'
import { findOwnTeam } from './find-own-team.js'

type TeamCall = MemberCall<{ readonly teamId: number }, unknown, unknown>

/** Reads the team of the path; throws when the caller is neither in it nor an editor of the project. */
export function findReadableTeam(call: TeamCall): Promise<NamedResource> {
  const { deps, project, member, params } = call
  return hasLevel(member.level, 'editor')
    ? readNamedResource(deps.store.db, 'teams', project.id, params.teamId)
    : findOwnTeam(call)
}
