import { ServiceError } from '@service/base'

/**
 * The service rejected a sign-in: 401 for an invalid code, 403 for a rendering the user may not
 * open.
 *
 * @example
 * throw new SignInRefusedError(401, 'invalid_grant', 'The code was used already.')
 */
export class SignInRefusedError extends ServiceError {
  override readonly name = 'SignInRefusedError'
  readonly code: string
  readonly status: 401 | 403

  constructor(status: 401 | 403, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/**
 * No decision is possible, because no permissions are loaded or they are too old.
 *
 * @example
 * throw new ServiceAwayError('The service has not responded yet.')
 */
export class ServiceAwayError extends ServiceError {
  override readonly name = 'ServiceAwayError'
  readonly code = 'service_away'
  readonly status = 503
  /** Seconds after which another attempt makes sense. */
  readonly retryAfter: number
  readonly headers: { readonly 'retry-after': string }

  constructor(message: string, options: ErrorOptions & { readonly retryAfter?: number } = {}) {
    super(message, options)
    this.retryAfter = options.retryAfter ?? 5
    this.headers = { 'retry-after': String(this.retryAfter) }
  }
}

/**
 * A signed approval was rejected: it is invalid, expired, already used or for another action.
 *
 * @example
 * throw new ApprovalRefusedError('approval_expired', 'The approval has expired.')
 */
export class ApprovalRefusedError extends ServiceError {
  override readonly name = 'ApprovalRefusedError'
  readonly code: 'approval_expired' | 'approval_foreign' | 'approval_forged' | 'approval_used'
  readonly status = 403

  constructor(code: ApprovalRefusedError['code'], message: string) {
    super(message)
    this.code = code
  }
}

/**
 * The service gave a client no access; `code` is an error code of OAuth, such as `invalid_grant`.
 *
 * @example
 * throw new GrantRefusedError('invalid_grant', 'The code was used already.')
 */
export class GrantRefusedError extends ServiceError {
  override readonly name = 'GrantRefusedError'
  readonly code: string
  readonly status = 400

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}
