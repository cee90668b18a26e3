import type { AgentCode, TaggedPanelSchema } from '@service/protocol'
import { ApiError, explainMissing, readApiError } from './api-error.js'
import { readExactJson } from './read-exact-json.js'
import { sendRequest } from './send-request.js'

/** A token of the agent and where the agent is. Never stored. */
export interface OpenedSession {
  readonly agentUrl: string
  readonly token: string
  /** When it was asked for; agents of earlier versions do not send it. */
  readonly schema?: TaggedPanelSchema
}

/** Exchanges a one-use code of the service for a session of the agent, and for the schema when it is needed. */
export async function openAgentSession(
  { code, codeVerifier = '', agentUrl }: AgentCode,
  needsSchema: boolean,
): Promise<OpenedSession> {
  // A form needs no preflight, so this is one round trip.
  const body = new URLSearchParams({ code, codeVerifier, ...(needsSchema && { schema: 'true' }) })
  const session = await post(`${agentUrl}/authentication/code`, { body }).catch(error =>
    explainRefusal(agentUrl, error),
  )
  return { ...session, agentUrl }
}

/**
 * An agent whose version knows no panel, or whose panel is another one, does not let this page read
 * its responses: to the page that looks as if there were none.
 */
async function explainRefusal(agentUrl: string, error: unknown): Promise<never> {
  if (error instanceof ApiError && error.status === 0) {
    const isRunning = await fetch(`${agentUrl}/`, { mode: 'no-cors', credentials: 'omit' }).then(
      () => true,
      () => false,
    )
    if (isRunning) {
      throw new ApiError({ source: 'agent', status: 0, code: 'page_refused', message: '' })
    }
  }
  throw error
}

/** Exchanges a token for one that is valid for another hour. */
export function renewAgentSession({
  agentUrl,
  token,
}: OpenedSession): Promise<{ readonly token: string }> {
  return post(`${agentUrl}/authentication/renew`, { headers: { authorization: `Bearer ${token}` } })
}

async function post(url: string, init: RequestInit): Promise<Omit<OpenedSession, 'agentUrl'>> {
  const response = await sendRequest('agent', url, {
    method: 'POST',
    credentials: 'omit',
    ...init,
  })
  const body = readExactJson(await response.text().catch(() => ''))
  if (!response.ok) {
    throw explainMissing(
      readApiError('agent', response.status, name => response.headers.get(name), body),
    )
  }
  return body as Omit<OpenedSession, 'agentUrl'>
}
