import { readError } from '../core/record/read-error.js'
import { readRetryAfter } from '../core/session/retry-after.js'

/** Which server a request was for. */
export type ApiSource = 'service' | 'agent'

interface ApiErrorDetails {
  readonly source: ApiSource
  /** 0 when there was no response. */
  readonly status: number
  readonly code?: string | undefined
  readonly message: string
  readonly requestId?: string | undefined
  /** Seconds to wait after a 429 or 503. */
  readonly retryAfter?: number | undefined
  /** The rule that refused the request. */
  readonly rule?: RefusalRule | undefined
  /** The whole response, such as the current values of a record that others changed. */
  readonly body?: unknown
}

/** What refused a request: its kind, and what the rule is about, such as a right and a collection. */
export type RefusalRule = Readonly<Record<string, unknown>> & { readonly kind: string }

/** A request that failed, with what a person can do about it. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly source: ApiSource
  readonly status: number
  readonly code: string | undefined
  readonly requestId: string | undefined
  readonly retryAfter: number | undefined
  readonly rule: RefusalRule | undefined
  readonly body: unknown

  constructor(details: ApiErrorDetails) {
    super(details.message)
    this.source = details.source
    this.status = details.status
    this.code = details.code
    this.requestId = details.requestId
    this.retryAfter = details.retryAfter
    this.rule = details.rule
    this.body = details.body
  }

  /** Messages by field. */
  get fields(): Readonly<Record<string, readonly string[]>> {
    return readError(this.body).fields
  }
}

/** The error that a response describes, in either of the two body shapes. */
export function readApiError(
  source: ApiSource,
  status: number,
  getHeader: (name: string) => string | null | undefined,
  body: unknown,
): ApiError {
  const entry = readEntry(body)
  const isBusy = status === 429 || status === 503
  return new ApiError({
    source,
    status,
    code: readText(entry.code) ?? readText(entry.error) ?? readText(entry.name),
    message: readText(entry.detail) ?? readText(entry.message) ?? '',
    requestId: getHeader('x-service-correlation-id') ?? undefined,
    retryAfter: isBusy ? readRetryAfter(getHeader('retry-after') ?? null, new Date()) : undefined,
    rule: readRule(entry.rule) ?? (isObject(entry.data) ? readRule(entry.data.rule) : undefined),
    body,
  })
}

/** The error of a request that got no response. */
export function describeNetworkError(source: ApiSource, cause: unknown): ApiError {
  const error = new ApiError({ source, status: 0, code: 'unreachable', message: '' })
  error.cause = cause
  return error
}

/** The code of a request for something that only agents of a later version have. */
export const agentTooOld = 'agent_too_old'

/** A route that every agent has by now is missing: the agent is of an earlier version. */
export function explainMissing(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.source !== 'agent' || error.status !== 404) return error
  return new ApiError({ ...error, message: error.message, code: agentTooOld })
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}

function readEntry(body: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(body)) return {}
  const [first] = Array.isArray(body.errors) ? body.errors : []
  return isObject(first) ? first : body
}

/** Errors of constraints have a rule that is a text. */
function readRule(rule: unknown): RefusalRule | undefined {
  return isObject(rule) && readText(rule.kind) ? (rule as RefusalRule) : undefined
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
