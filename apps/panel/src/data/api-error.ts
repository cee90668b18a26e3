/** Which server a request was for. */
export type ApiSource = 'service' | 'agent'

interface ApiErrorDetails {
  readonly source: ApiSource
  /** 0 when there was no response. */
  readonly status: number
  readonly code?: string | undefined
  readonly message: string
  readonly requestId?: string | undefined
  /** Seconds. */
  readonly retryAfter?: number | undefined
  /** The rule that refused the request, for administrators. */
  readonly rule?: unknown
}

/** A request that failed, with what a person can do about it. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly source: ApiSource
  readonly status: number
  readonly code: string | undefined
  readonly requestId: string | undefined
  readonly retryAfter: number | undefined
  readonly rule: unknown

  constructor(details: ApiErrorDetails) {
    super(details.message)
    this.source = details.source
    this.status = details.status
    this.code = details.code
    this.requestId = details.requestId
    this.retryAfter = details.retryAfter
    this.rule = details.rule
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
  const retryAfter = Number(getHeader('retry-after') ?? Number.NaN)
  return new ApiError({
    source,
    status,
    code: readText(entry.code) ?? readText(entry.error) ?? readText(entry.name),
    message: readText(entry.detail) ?? readText(entry.message) ?? '',
    requestId: getHeader('x-service-correlation-id') ?? undefined,
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined,
    rule: isObject(entry.data) ? entry.data.rule : undefined,
  })
}

/** The error of a request that got no response. */
export function describeNetworkError(source: ApiSource, cause: unknown): ApiError {
  const error = new ApiError({ source, status: 0, code: 'unreachable', message: '' })
  error.cause = cause
  return error
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}

function readEntry(body: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(body)) return {}
  const [first] = Array.isArray(body.errors) ? body.errors : []
  return isObject(first) ? first : body
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
