import { ServiceAwayError } from '../port/errors.js'

interface CallFailure {
  /** In words fit for strangers. */
  readonly reason: string
  /** Absent when there was no answer. */
  readonly status?: number
  /** What the service calls the problem. */
  readonly code?: string
  /** What the service says of it. */
  readonly detail?: string
  /** Milliseconds. */
  readonly retryAfter?: number
  readonly cause?: unknown
  /** Something else answered: the address is wrong. */
  readonly isForeign?: boolean
}

/** A call that the service did not answer, or refused. */
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

  /** The secret of the environment, or the address it was sent from, was refused. */
  get isRefusal(): boolean {
    return this.status === 401 || this.status === 403
  }

  /** What was sent is wrong: sending it again would change nothing. */
  get isLasting(): boolean {
    return this.status !== undefined && lasting.has(this.status)
  }

  /** For whoever asked the agent. */
  toAway(): ServiceAwayError {
    const seconds = this.retryAfter === undefined ? undefined : Math.ceil(this.retryAfter / 1000)
    return new ServiceAwayError(this.reason, { cause: this, retryAfter: seconds })
  }
}

const lasting = new Set([400, 404, 405, 409, 410, 413, 414, 415, 422])

/** Anything thrown by a call, as a `CallError`. */
export function toCallError(error: unknown, path: string): CallError {
  if (error instanceof CallError) return error
  const message = error instanceof Error ? error.message : String(error)
  return new CallError(`${path}: ${message}`, {
    reason: 'The service gives answers that this agent cannot read.',
    cause: error,
  })
}
