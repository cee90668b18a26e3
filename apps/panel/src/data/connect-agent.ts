import type { Place } from '../core/places/find-place.js'
import { type AgentApi, createAgentApi } from './agent-api.js'
import { type AgentSession, openAgentSession } from './agent-session.js'
import { createAgentCode } from './service-api.js'

const connections = new Map<string, AgentApi>()

/** The connection to the agent of a place; the same one until the page is closed. */
export function connectAgent({ project, environment, team }: Place, timezone: string): AgentApi {
  const key = `${team.renderingId} ${timezone}`
  const known = connections.get(key)
  if (known) return known
  const place = { projectId: project.id, environmentId: environment.id }
  const { renderingId } = team
  let session: Promise<AgentSession> | undefined
  const agent = createAgentApi({
    timezone,
    getSession(isRefused) {
      if (isRefused) session = undefined
      session ??= openAgentSession(codeChallenge =>
        createAgentCode(place, { renderingId, codeChallenge }),
      ).catch(error => {
        session = undefined
        throw error
      })
      return session
    },
  })
  connections.set(key, agent)
  return agent
}
