import { isServiceError } from '@service/base'
import type { AgentCode, Boot } from '@service/protocol'
import type { Deps } from '../../deps.js'
import type { Person } from '../../http/access/callers.js'
import { issueAgentCode } from '../agent-codes/issue-agent-code.js'

/** Issues a code for the place of a boot document; null when it is refused, which a request for the code explains. */
export async function tryToIssueCode(
  deps: Deps,
  person: Person,
  { projects, place }: Boot,
): Promise<AgentCode | null> {
  const environment = projects
    .flatMap(({ environments }) => environments)
    .find(({ id }) => id === place?.environmentId)
  if (!place || !environment || environment.agentUrl === null) return null
  try {
    return await issueAgentCode(deps, person, environment, { renderingId: place.renderingId })
  } catch (error) {
    if (isServiceError(error) && error.status < 500) return null
    throw error
  }
}
