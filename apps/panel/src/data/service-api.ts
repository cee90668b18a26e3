import {
  type AgentCode,
  type Boot,
  type BootPlace,
  getBootPath,
  type Preferences,
} from '@service/protocol'
import type { NewApproval } from '../core/forms/build-approval.js'
import type { ProjectMember } from '../core/forms/group-approvers.js'
import { removeBasePath } from '../core/places/base-path.js'
import { SessionEndedError } from '../core/session/agent-session.js'
import { ApiError, readApiError } from './api-error.js'
import { takeFirstBoot } from './first-requests.js'
import { readPersonId } from './person.js'
import { roleView } from './role-view.js'
import { awaitResponse, sendRequest } from './send-request.js'
import { reportOtherPerson, waitForSignIn } from './session-state.js'

/** What is different in a view as a role; loaded when there is one. */
const loadViewRules = () => import('./role-view-rules.js')

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>
  /** When the session has ended: whether to wait until the person has signed in. Default: true. */
  readonly isPatient?: boolean
}

const impatient: RequestOptions = { isPatient: false }

/** Kept in memory: the boot response brings it, every write sends it. */
let csrfToken: string | undefined
let booting: Promise<Boot> | undefined
let bootCode: BootCode | undefined

/** A code that came with the boot response. */
interface BootCode {
  readonly renderingId: number
  readonly code: AgentCode
  /** On the clock of the page: that of the service may differ. */
  readonly arrivedAt: number
}

/** Less than the minute for which a code is valid. */
const codeMilliseconds = 45_000

/** What the panel needs first. Whoever asks while it is on its way gets the same. */
export function fetchBoot(): Promise<Boot> {
  const path = getBootPath(removeBasePath(window.location.pathname))
  booting ??= readFirstBoot(path)
    .then(keepBoot)
    .finally(() => {
      booting = undefined
    })
  return booting
}

/** The one that was asked for before this script was there; later, a new one. */
async function readFirstBoot(path: string): Promise<Boot> {
  const first = takeFirstBoot()
  if (!first) return request('GET', path, undefined, undefined, impatient)
  const content = await readContent(await awaitResponse('service', first))
  if (content instanceof ApiError) throw content
  return content as Boot
}

/** Nothing that belongs to one person goes on in the name of another. */
async function keepBoot(boot: Boot): Promise<Boot> {
  const { id, email } = boot.user
  if (id !== (readPersonId() ?? id)) {
    reportOtherPerson(email)
    throw new SessionEndedError()
  }
  csrfToken = boot.csrfToken
  const { place, agentCode } = boot
  if (place && agentCode && !roleView) {
    bootCode = { renderingId: place.renderingId, code: agentCode, arrivedAt: performance.now() }
  }
  const kept = { ...boot, csrfToken: '', agentCode: null }
  return roleView ? (await loadViewRules()).showAsRole(kept, roleView) : kept
}

/** A code that the agent exchanges once for a session: the one that came with the boot response, or a new one. */
export async function fetchAgentCode({
  projectId,
  environmentId,
  renderingId,
}: Omit<BootPlace, 'teamId'>): Promise<AgentCode> {
  await getCsrfToken()
  const known = bootCode
  if (known?.renderingId === renderingId) {
    bootCode = undefined
    if (performance.now() - known.arrivedAt < codeMilliseconds) return known.code
  }
  const path = `/api/projects/${projectId}/environments/${environmentId}/agent-codes`
  const preview = roleView && (await loadViewRules()).describePreview(roleView)
  const body = { renderingId, ...preview }
  return request('POST', path, body, undefined, impatient)
}

type TaggedLayout = NonNullable<Boot['layout']>

/** The layout of a team in an environment; the known one when it is still the same. */
export async function fetchLayout(
  { projectId, environmentId, teamId }: Omit<BootPlace, 'renderingId'>,
  known: TaggedLayout | undefined,
  signal: AbortSignal,
): Promise<TaggedLayout> {
  const path = `/api/projects/${projectId}/environments/${environmentId}/teams/${teamId}/layout`
  const headers: Record<string, string> = known ? { 'if-none-match': `"${known.tag}"` } : {}
  const changed = await request<TaggedLayout | undefined>('GET', path, undefined, signal, {
    headers,
  })
  return changed ?? (known as TaggedLayout)
}

/** Stores some settings of the person; null removes one. */
export function patchPreferences(
  change: {
    readonly [K in keyof Preferences]?: Preferences[K] | null
  },
): Promise<Preferences> {
  return request('PATCH', '/api/me/preferences', change)
}

/** The members of a project, with their roles. */
export async function fetchProjectMembers(
  projectId: number,
  signal: AbortSignal,
): Promise<readonly ProjectMember[]> {
  const path = `/api/projects/${projectId}/people?limit=1000`
  const { data } = await request<{ readonly data: readonly ProjectMember[] }>(
    'GET',
    path,
    undefined,
    signal,
  )
  return data
}

/** Asks for the approval of an action. */
export function createApproval(
  { projectId, environmentId }: Pick<BootPlace, 'projectId' | 'environmentId'>,
  approval: NewApproval,
): Promise<{ readonly id: number; readonly expiresAt: string }> {
  const path = `/api/projects/${projectId}/environments/${environmentId}/approvals`
  return request('POST', path, approval)
}

/** Ends the session of the service. */
export function endSession(): Promise<void> {
  return request('DELETE', '/api/session', undefined, undefined, impatient)
}

/** Asks the service for something, or tells it to change something. An empty response is undefined. */
export async function request<T>(
  method: Method,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
  options: RequestOptions = {},
): Promise<T> {
  const { isPatient = true } = options
  if (roleView) (await loadViewRules()).refuseInView(method, path)
  const headers: Record<string, string> = { ...options.headers }
  if (method !== 'GET') headers['x-csrf-token'] = await getCsrfToken()
  if (body !== undefined) headers['content-type'] = 'application/json'
  const response = await sendRequest('service', path, {
    method,
    headers,
    credentials: 'same-origin',
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
  })
  const content = await readContent(response)
  if (!(content instanceof ApiError)) return content as T
  const error = content
  if (error.status === 401 && isPatient) {
    await waitForSignIn(error, method === 'GET' ? 'read' : 'change')
    return request(method, path, body, signal, options)
  }
  // The person signed in again in another tab.
  if (error.code === 'csrf_token_required' && headers['x-csrf-token'] === csrfToken) {
    csrfToken = undefined
    return request(method, path, body, signal, options)
  }
  throw error
}

/** What a response says, or the error that it describes. */
async function readContent(response: Response): Promise<unknown> {
  const { ok, status, headers } = response
  const content: unknown = await response.json().catch(() => undefined)
  if (ok || status === 304) return content
  return readApiError('service', status, name => headers.get(name), content)
}

async function getCsrfToken(): Promise<string> {
  if (csrfToken === undefined) await fetchBoot()
  return csrfToken ?? ''
}
