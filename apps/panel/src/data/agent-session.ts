import type { AgentCode } from '@service/protocol'
import { readApiError } from './api-error.js'
import { createProofKey } from './proof-key.js'
import { sendRequest } from './send-request.js'

/** A token of the agent and where the agent is. Never stored. */
export interface OpenedSession {
  readonly agentUrl: string
  readonly token: string
}

/** Exchanges a one-use code of the service for a session of the agent. */
export async function openAgentSession(
  requestCode: (codeChallenge: string) => Promise<AgentCode>,
): Promise<OpenedSession> {
  const { codeVerifier, codeChallenge } = await createProofKey()
  const { code, agentUrl } = await requestCode(codeChallenge)
  // A form needs no preflight, so this is one round trip.
  const body = new URLSearchParams({ code, codeVerifier })
  const { token } = await post(`${agentUrl}/authentication/code`, { body })
  return { agentUrl, token }
}

/** Exchanges a token for one that is valid for another hour. */
export function renewAgentSession({
  agentUrl,
  token,
}: OpenedSession): Promise<{ readonly token: string }> {
  return post(`${agentUrl}/authentication/renew`, { headers: { authorization: `Bearer ${token}` } })
}

async function post(url: string, init: RequestInit): Promise<{ readonly token: string }> {
  const response = await sendRequest('agent', url, {
    method: 'POST',
    credentials: 'omit',
    ...init,
  })
  const body: unknown = await response.json().catch(() => undefined)
  if (!response.ok) {
    throw readApiError('agent', response.status, name => response.headers.get(name), body)
  }
  return body as { readonly token: string }
}
