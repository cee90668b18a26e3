import type { Place } from '../core/places/find-place.js'
import { createAgentSession } from '../core/session/agent-session.js'
import { type AgentApi, createAgentApi } from './agent-api.js'
import { openAgentSession, renewAgentSession } from './agent-session.js'
import { sendRequest } from './send-request.js'
import { createAgentCode } from './service-api.js'

const connections = new Map<string, AgentApi>()

/** The connection to the agent of a place; the same one until the page is closed. */
export function connectAgent({ project, environment, team }: Place, timezone: string): AgentApi {
  const key = `${team.renderingId} ${timezone}`
  const known = connections.get(key)
  if (known) return known
  const ids = { projectId: project.id, environmentId: environment.id }
  const agent = connect(ids, team.renderingId, timezone)
  connections.set(key, agent)
  return agent
}

function connect(
  place: { readonly projectId: number; readonly environmentId: number },
  renderingId: number,
  timezone: string,
): AgentApi {
  let agentUrl = ''
  const session = createAgentSession(
    {
      async start() {
        const opened = await openAgentSession(codeChallenge =>
          createAgentCode(place, { renderingId, codeChallenge }),
        )
        agentUrl = opened.agentUrl
        return opened
      },
      renew: token => renewAgentSession({ agentUrl, token }),
    },
    setTimer,
  )
  document.addEventListener('visibilitychange', () =>
    session.setVisible(document.visibilityState === 'visible'),
  )
  return createAgentApi({
    timezone,
    sendBatch: (body, signal) =>
      session.send(token =>
        sendRequest('agent', `${agentUrl}/_batch`, {
          method: 'POST',
          credentials: 'omit',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body,
          signal,
        }),
      ),
  })
}

function setTimer(run: () => void, milliseconds: number): () => void {
  const timer = setTimeout(run, milliseconds)
  return () => clearTimeout(timer)
}
