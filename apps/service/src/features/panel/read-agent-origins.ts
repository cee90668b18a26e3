import type { Deps } from '../../deps.js'
import type { Person } from '../../http/access/callers.js'
import { isBoundToProject } from '../../http/access/check-sso.js'

/** The origins of the agents that a person may use: the panel connects to these and no others. */
export async function readAgentOrigins(
  { store }: Pick<Deps, 'store'>,
  person: Pick<Person, 'id' | 'credential'>,
): Promise<readonly string[]> {
  const all = store.db
    .selectFrom('environments')
    .innerJoin('projects', 'projects.id', 'environments.project_id')
    .innerJoin('members', 'members.project_id', 'projects.id')
    .select('environments.agent_url')
    .distinct()
    .where('members.user_id', '=', person.id)
    .where('projects.deleted_at', 'is', null)
    .where('environments.deleted_at', 'is', null)
    .where('environments.agent_url', 'is not', null)
  const rows = await (isBoundToProject(person) && 'ssoProjectId' in person.credential
    ? all.where('projects.id', '=', person.credential.ssoProjectId)
    : all
  ).execute()
  const origins = rows.flatMap(({ agent_url }) => readOrigin(agent_url))
  return [...new Set(origins)].sort()
}

/** The origin of an http address; nothing for other text, which must not end up in a policy. */
function readOrigin(address: string | null): string[] {
  if (address === null || !URL.canParse(address)) return []
  const { protocol, origin } = new URL(address)
  return protocol === 'http:' || protocol === 'https:' ? [origin] : []
}
