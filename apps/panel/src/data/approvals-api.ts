import type { BootPlace } from '@service/protocol'
import type { Approval } from '../core/approvals/approval.js'
import type { ApprovalDecision } from '../core/approvals/settle-approval.js'
import { readApiError } from './api-error.js'
import { sendRequest } from './send-request.js'
import { request } from './service-api.js'

type Environment = Pick<BootPlace, 'projectId' | 'environmentId'>
type Query = Readonly<Record<string, string>>

/** A part of a list of approvals, the newest first. */
export interface ApprovalPage {
  readonly data: readonly Approval[]
  readonly nextCursor: string | null
}

export interface ApprovalCounts {
  readonly toReview: number
  readonly mine: number
}

export function fetchApprovals(
  environment: Environment,
  query: Query,
  signal: AbortSignal,
): Promise<ApprovalPage> {
  const path = `${buildPath(environment)}?${new URLSearchParams(query)}`
  return request('GET', path, undefined, signal)
}

export function fetchApprovalCounts(
  environment: Environment,
  signal: AbortSignal,
): Promise<ApprovalCounts> {
  return request('GET', `${buildPath(environment)}/counts`, undefined, signal)
}

export function fetchApproval(
  environment: Environment,
  id: number,
  signal?: AbortSignal,
): Promise<Approval> {
  return request('GET', `${buildPath(environment)}/${id}`, undefined, signal)
}

/** Approves, rejects or cancels a request. */
export function decideApproval(
  environment: Environment,
  id: number,
  decision: ApprovalDecision,
  comment: string,
): Promise<Approval> {
  const body = comment === '' ? {} : { comment }
  return request('POST', `${buildPath(environment)}/${id}/${decision}`, body)
}

export function commentApproval(
  environment: Environment,
  id: number,
  comment: string,
): Promise<Approval> {
  return request('POST', `${buildPath(environment)}/${id}/comments`, { comment })
}

/** Has an approved request signed, for the agent. */
export async function signApproval(environment: Environment, id: number): Promise<string> {
  const path = `${buildPath(environment)}/${id}/execution`
  const { signedRequest } = await request<{ readonly signedRequest: string }>('POST', path)
  return signedRequest
}

/** Reads a list of approvals as a CSV file. */
export async function downloadApprovals(environment: Environment, query: Query): Promise<Blob> {
  const path = `${buildPath(environment)}?${new URLSearchParams(query)}`
  const response = await sendRequest('service', path, {
    headers: { accept: 'text/csv' },
    credentials: 'same-origin',
  })
  if (response.ok) return response.blob()
  const content: unknown = await response.json().catch(() => undefined)
  throw readApiError('service', response.status, name => response.headers.get(name), content)
}

function buildPath({ projectId, environmentId }: Environment): string {
  return `/api/projects/${projectId}/environments/${environmentId}/approvals`
}
