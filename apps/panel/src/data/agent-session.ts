import type { AgentCode, TaggedPanelSchema } from '@service/protocol'
import { ApiError, explainMissing, readApiError } from './api-error.js'
import { exchangeCode, findFirstExchange } from './first-requests.js'
import { readExactJson } from './read-exact-json.js'
import { awaitResponse, sendRequest } from './send-request.js'

/** A token of the agent and where the agent is. Never stored. */
export interface OpenedSession {
  readonly agentUrl: string
  readonly token: string
  /** When it was asked for; agents of earlier versions do not send it. */
  readonly schema?: TaggedPanelSchema
}

/** Exchanges a one-use code of the service for a session of the agent, and for the schema when it is needed. */
export async function openAgentSession(
  agentCode: AgentCode,
  needsSchema: boolean,
): Promise<OpenedSession> {
  const { agentUrl } = agentCode
  const first = await findFirstExchange(agentCode.code)
  try {
    const response = await awaitResponse(
      'agent',
      first?.response ?? exchangeCode(agentCode, needsSchema),
    )
    return { ...(await readSession(response)), agentUrl }
  } catch (error) {
    return explainRefusal(agentUrl, error)
  }
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
export async function renewAgentSession({
  agentUrl,
  token,
}: OpenedSession): Promise<{ readonly token: string }> {
  const response = await sendRequest('agent', `${agentUrl}/authentication/renew`, {
    method: 'POST',
    credentials: 'omit',
    headers: { authorization: `Bearer ${token}` },
  })
  return readSession(response)
}

async function readSession(response: Response): Promise<Omit<OpenedSession, 'agentUrl'>> {
  const body = readExactJson(await response.text().catch(() => ''))
  if (!response.ok) {
    throw explainMissing(
      readApiError('agent', response.status, name => response.headers.get(name), body),
    )
  }
  return body as Omit<OpenedSession, 'agentUrl'>
}
