import { ServiceError } from '@service/base'

/** The service was started with settings it cannot use. */
export class ConfigurationError extends ServiceError {
  override readonly name = 'ConfigurationError'
  readonly code = 'wrong_configuration'
  readonly status = 500
  constructor(problems: readonly string[]) {
    super(`The configuration is wrong:\n${problems.map(problem => `  ${problem}`).join('\n')}`)
  }
}

/** What the installation stored was sealed with another secret than this process was given. */
export class WrongSecretError extends ServiceError {
  override readonly name = 'WrongSecretError'
  readonly code = 'wrong_secret'
  readonly status = 500
  constructor(purposes: readonly string[]) {
    super(
      `SERVICE_SECRET (or the file secret in SERVICE_DATA_DIR) is not the one this installation uses: the keys that sign ${purposes.join(', ')} were sealed with another one. They are left as they are. Start with the secret of the other instances. If it is lost, stop all instances, set the new secret for each and run: service keys rotate --new-secret`,
    )
  }
}

/** Something in the request cannot be used; the message names it and what is allowed. */
export class InvalidRequestError extends ServiceError {
  override readonly name = 'InvalidRequestError'
  readonly code: string
  readonly status = 400
  constructor(message: string, code = 'invalid_request') {
    super(message)
    this.code = code
  }
}

/** Nobody, or nobody we know. */
export class UnauthorizedError extends ServiceError {
  override readonly name = 'UnauthorizedError'
  readonly code: string
  readonly status = 401
  constructor(message: string, code = 'unauthorized') {
    super(message)
    this.code = code
  }
}

/** Somebody who may not do this. */
export class ForbiddenError extends ServiceError {
  override readonly name = 'ForbiddenError'
  readonly code: string
  readonly status = 403
  constructor(message: string, code = 'forbidden') {
    super(message)
    this.code = code
  }
}

/** What was asked for does not exist, or not for this caller. */
export class NotFoundError extends ServiceError {
  override readonly name = 'NotFoundError'
  readonly code = 'not_found'
  readonly status = 404
}

/** The path exists, not with this method. */
export class MethodNotAllowedError extends ServiceError {
  override readonly name = 'MethodNotAllowedError'
  readonly code = 'method_not_allowed'
  readonly status = 405
  readonly allowed: readonly string[]
  constructor(allowed: readonly string[]) {
    super(`This path accepts ${allowed.join(', ')}.`)
    this.allowed = allowed
  }
}

/** The answer cannot be given in any of the formats asked for. */
export class NotAcceptableError extends ServiceError {
  override readonly name = 'NotAcceptableError'
  readonly code = 'not_acceptable'
  readonly status = 406
}

/** The change meets something that is there already, or comes too late. */
export class ConflictError extends ServiceError {
  override readonly name = 'ConflictError'
  readonly code: string
  readonly status = 409
  constructor(message: string, code = 'conflict') {
    super(message)
    this.code = code
  }
}

/** The body is larger than the service reads. */
export class PayloadTooLargeError extends ServiceError {
  override readonly name = 'PayloadTooLargeError'
  readonly code = 'payload_too_large'
  readonly status = 413
  constructor(limit: number) {
    super(`The body is larger than ${limit} bytes.`)
  }
}

/** The body is not JSON. */
export class UnsupportedMediaTypeError extends ServiceError {
  override readonly name = 'UnsupportedMediaTypeError'
  readonly code = 'unsupported_media_type'
  readonly status = 415
}

/** Too many requests of one caller. */
export class RateLimitedError extends ServiceError {
  override readonly name = 'RateLimitedError'
  readonly code = 'rate_limited'
  readonly status = 429
  /** Seconds. */
  readonly retryAfter: number
  constructor(retryAfter: number, message = `Too many requests. Try again in ${retryAfter} s.`) {
    super(message)
    this.retryAfter = retryAfter
  }
}

/** The service cannot answer now: too many requests in all, or its database is away. */
export class UnavailableError extends ServiceError {
  override readonly name = 'UnavailableError'
  readonly code: 'overloaded' | 'database_unavailable' | 'starting' | 'stopping'
  readonly status = 503
  /** Seconds. */
  readonly retryAfter: number
  constructor(
    code: UnavailableError['code'],
    message: string,
    retryAfter = 1,
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.code = code
    this.retryAfter = retryAfter
  }
}

/** A message could not be handed to the mail server. */
export class MailFailedError extends ServiceError {
  override readonly name = 'MailFailedError'
  readonly code = 'mail_failed'
  readonly status = 502
  constructor(recipient: string, options?: ErrorOptions) {
    super(
      `The mail server did not take the message to ${recipient}. Nothing was kept; check SERVICE_SMTP_URL and the log of the service, and try again.`,
      options,
    )
  }
}

/** The identity provider of a project is away, or answers what cannot be used. */
export class IdentityProviderError extends ServiceError {
  override readonly name = 'IdentityProviderError'
  readonly code = 'identity_provider_failed'
  readonly status = 502
}
