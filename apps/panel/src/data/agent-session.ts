import type { AgentCode } from '@service/protocol'
import { describeNetworkError, readApiError } from './api-error.js'
import { createProofKey } from './proof-key.js'

/** A session of the agent: where it is and how requests prove themselves. Never stored. */
export interface AgentSession {
  readonly agentUrl: string
  readonly token: string
}

/** Exchanges a one-use code of the service for a session of the agent. */
export async function openAgentSession(
  requestCode: (codeChallenge: string) => Promise<AgentCode>,
): Promise<AgentSession> {
  const { codeVerifier, codeChallenge } = await createProofKey()
  const { code, agentUrl } = await requestCode(codeChallenge)
  const response = await exchangeCode(agentUrl, code, codeVerifier)
  const body: unknown = await response.json().catch(() => undefined)
  if (!response.ok) {
    throw readApiError('agent', response.status, name => response.headers.get(name), body)
  }
  return { agentUrl, token: (body as { readonly token: string }).token }
}

/** A form needs no preflight, so this is one round trip. */
async function exchangeCode(agentUrl: string, code: string, codeVerifier: string) {
  try {
    return await fetch(`${agentUrl}/authentication/code`, {
      method: 'POST',
      credentials: 'omit',
      body: new URLSearchParams({ code, codeVerifier }),
    })
  } catch (error) {
    throw describeNetworkError('agent', error)
  }
}
