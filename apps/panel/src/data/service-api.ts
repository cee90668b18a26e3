import type { AgentCode, Boot, BootPlace, Preferences } from '@service/protocol'
import { readApiError } from './api-error.js'
import { sendRequest } from './send-request.js'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** Kept in memory: the boot response brings it, every write sends it. */
let csrfToken = ''

/** What the panel needs first. */
export async function fetchBoot(signal: AbortSignal): Promise<Boot> {
  const boot = await request<Boot>('GET', '/api/boot', undefined, signal)
  csrfToken = boot.csrfToken
  return boot
}

/** A code that the agent exchanges once for a session. */
export function createAgentCode(
  place: { readonly projectId: number; readonly environmentId: number },
  body: { readonly renderingId: number; readonly codeChallenge: string },
): Promise<AgentCode> {
  const path = `/api/projects/${place.projectId}/environments/${place.environmentId}/agent-codes`
  return request('POST', path, body)
}

/** The layout of a team in an environment. */
export function fetchLayout(
  { projectId, environmentId, teamId }: Omit<BootPlace, 'renderingId'>,
  signal: AbortSignal,
): Promise<NonNullable<Boot['layout']>> {
  const path = `/api/projects/${projectId}/environments/${environmentId}/teams/${teamId}/layout`
  return request('GET', path, undefined, signal)
}

/** Stores some settings of the person; null removes one. */
export function patchPreferences(
  change: {
    readonly [K in keyof Preferences]?: Preferences[K] | null
  },
): Promise<Preferences> {
  return request('PATCH', '/api/me/preferences', change)
}

/** Ends the session of the service. */
export function endSession(): Promise<void> {
  return request('DELETE', '/api/session')
}

async function request<T>(
  method: Method,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<T> {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (method !== 'GET') headers['x-csrf-token'] = csrfToken
  if (body !== undefined) headers['content-type'] = 'application/json'
  const response = await sendRequest('service', path, {
    method,
    headers,
    credentials: 'same-origin',
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
  })
  const content: unknown = await response.json().catch(() => undefined)
  if (!response.ok) {
    throw readApiError('service', response.status, name => response.headers.get(name), content)
  }
  return content as T
}
