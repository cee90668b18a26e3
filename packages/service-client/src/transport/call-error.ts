import { ServiceAwayError } from '../port/errors.js'

interface CallFailure {
  /** Shown to clients, so it contains no URLs or secrets. */
  readonly reason: string
  /** Absent when there was no response. */
  readonly status?: number
  /** Error code of the response. */
  readonly code?: string
  /** Error message of the response. */
  readonly detail?: string
  /** Milliseconds. */
  readonly retryAfter?: number
  readonly cause?: unknown
  /** The response does not come from a service, so the configured URL is wrong. */
  readonly isForeign?: boolean
}

/** A call to the service that got no response, or one with an error status. */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly reason: string
  readonly status: number | undefined
  readonly code: string | undefined
  readonly detail: string | undefined
  readonly retryAfter: number | undefined
  readonly isForeign: boolean

  constructor(message: string, failure: CallFailure) {
    super(message, { cause: failure.cause })
    this.reason = failure.reason
    this.status = failure.status
    this.code = failure.code
    this.detail = failure.detail
    this.retryAfter = failure.retryAfter
    this.isForeign = failure.isForeign ?? false
  }

  /** True when the service rejects the environment secret or the IP address of the agent. */
  get isRefusal(): boolean {
    return this.status === 401 || this.status === 403
  }

  /** True when the request itself is invalid, so that sending it again would fail too. */
  get isLasting(): boolean {
    return this.status !== undefined && lasting.has(this.status)
  }

  /** The error for the client whose request needed this call. */
  toUnavailableError(): ServiceAwayError {
    const seconds = this.retryAfter === undefined ? undefined : Math.ceil(this.retryAfter / 1000)
    return new ServiceAwayError(this.reason, { cause: this, retryAfter: seconds })
  }
}

const lasting = new Set([400, 404, 405, 409, 410, 413, 414, 415, 422])

/** Converts anything that a call threw into a `CallError`. */
export function toCallError(error: unknown, path: string): CallError {
  if (error instanceof CallError) return error
  const message = error instanceof Error ? error.message : String(error)
  return new CallError(`${path}: ${message}`, {
    reason: 'The agent cannot read the response of the service.',
    cause: error,
  })
}
