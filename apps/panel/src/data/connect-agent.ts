import { type BootPlace, schemaTagHeader, type TaggedPanelSchema } from '@service/protocol'
import type { Place } from '../core/places/find-place.js'
import { createAgentSession, SessionEndedError } from '../core/session/agent-session.js'
import { type AgentApi, createAgentApi } from './agent-api.js'
import { openAgentSession, renewAgentSession } from './agent-session.js'
import { ApiError } from './api-error.js'
import { reportReachable } from './connection-state.js'
import { reportSchemaTag } from './schema-tags.js'
import { sendRequest } from './send-request.js'
import { fetchAgentCode } from './service-api.js'
import { isSessionEnded, waitForSignIn } from './session-state.js'
import { setTimer } from './set-timer.js'

const connections = new Map<string, AgentApi>()

/** The connection to the agent of a place; the same one until the page is closed. */
export function connectAgent({ project, environment, team }: Place, timezone: string): AgentApi {
  const key = `${team.renderingId} ${timezone}`
  const known = connections.get(key)
  if (known) return known
  const ids = { projectId: project.id, environmentId: environment.id }
  const agent = connect({ ...ids, renderingId: team.renderingId }, timezone)
  connections.set(key, agent)
  return agent
}

function connect(place: Omit<BootPlace, 'teamId'>, timezone: string): AgentApi {
  const { renderingId } = place
  let agentUrl = ''
  let needsSchema = false
  let firstSchema: TaggedPanelSchema | undefined
  const open = async () => openAgentSession(await fetchAgentCode(place), needsSchema)
  const session = createAgentSession(
    {
      async start() {
        // The code that came with the page can be too old by now; the second one is new.
        const opened = await open().catch(error => {
          if (error instanceof ApiError && error.source === 'agent' && error.status === 401) {
            return open()
          }
          throw error
        })
        agentUrl = opened.agentUrl
        firstSchema = opened.schema
        needsSchema = false
        return opened
      },
      renew: token => renewAgentSession({ agentUrl, token }),
    },
    setTimer,
  )
  const reportVisible = () => session.setVisible(document.visibilityState === 'visible')
  reportVisible()
  document.addEventListener('visibilitychange', reportVisible)

  /** Runs a request. When the session has ended, it waits until the person has signed in again. */
  async function run<R extends { readonly status: number }>(
    kind: 'read' | 'change',
    request: (token: string) => Promise<R>,
  ): Promise<R> {
    if (!isSessionEnded()) session.restart()
    try {
      return await session.send(request)
    } catch (error) {
      if (!(error instanceof SessionEndedError)) throw error
      await waitForSignIn(error, kind)
      return run(kind, request)
    }
  }

  async function send(kind: 'read' | 'change', path: string, init: RequestInit): Promise<Response> {
    const response = await run(kind, token =>
      sendRequest('agent', `${agentUrl}${path}`, {
        credentials: 'omit',
        ...init,
        headers: {
          authorization: `Bearer ${token}`,
          ...(init.body != null && { 'content-type': 'application/json' }),
        },
      }),
    )
    reportSchemaTag(renderingId, response.headers.get(schemaTagHeader))
    return response
  }

  return createAgentApi({
    timezone,
    async openWithSchema() {
      needsSchema = true
      await run('read', async () => ({ status: 200 }))
      const schema = firstSchema
      firstSchema = undefined
      return schema
    },
    sendBatch: (body, signal) =>
      send('read', '/_batch', { method: 'POST', body, signal: signal ?? null }),
    sendWrite: (method, path, body, signal) =>
      send('change', path, { method, body, signal: signal ?? null }),
    onCut: () => reportReachable('agent', false),
  })
}
