import { ServiceError } from '@service/base'

/** The service was started with invalid settings. */
export class ConfigurationError extends ServiceError {
  override readonly name = 'ConfigurationError'
  readonly code = 'wrong_configuration'
  readonly status = 500
  constructor(problems: readonly string[]) {
    super(`The configuration is wrong:\n${problems.map(problem => `  ${problem}`).join('\n')}`)
  }
}

/** The stored values were encrypted with a different secret than this process has. */
export class WrongSecretError extends ServiceError {
  override readonly name = 'WrongSecretError'
  readonly code = 'wrong_secret'
  readonly status = 500
  constructor(purposes: readonly string[]) {
    super(
      `SERVICE_SECRET (or the file secret in SERVICE_DATA_DIR) is not the one this installation uses: the keys that sign ${purposes.join(', ')} were encrypted with another one. Nothing was changed. Start with the secret of the other instances. If it is lost, stop all instances, set the new secret for each and run: npx @service/cli keys rotate --new-secret`,
    )
  }
}

/** A newer version has migrated the database so that this one cannot run on it. */
export class StoreTooNewError extends ServiceError {
  override readonly name = 'StoreTooNewError'
  readonly code = 'store_too_new'
  readonly status = 500
  constructor(newer: readonly string[], level: string) {
    super(
      `A newer version of the service has migrated the database (${newer.join(', ')}), and this one, which knows it up to ${level}, cannot run on it. Nothing was changed. Start the newer version; to go back, restore the backup made before the upgrade into an empty database.`,
    )
  }
}

/** The request is invalid; the message names the value and what is allowed. */
export class InvalidRequestError extends ServiceError {
  override readonly name = 'InvalidRequestError'
  readonly code: string
  readonly status = 400
  constructor(message: string, code = 'invalid_request') {
    super(message)
    this.code = code
  }
}

/** The request has no credentials, or invalid ones. */
export class UnauthorizedError extends ServiceError {
  override readonly name = 'UnauthorizedError'
  readonly code: string
  readonly status = 401
  constructor(message: string, code = 'unauthorized') {
    super(message)
    this.code = code
  }
}

/** Which rule refused a request: its kind, and what the rule is about. */
export interface RefusalRule {
  readonly kind: string
  readonly [about: string]: string
}

/** The kind of rule behind a code; other codes are a rule of their own. */
const ruleKinds: Readonly<Record<string, string>> = {
  action_not_allowed: 'action',
  address_not_allowed: 'address',
  admins_only: 'level',
  approval_not_allowed: 'action',
  collection_not_readable: 'collection',
  cross_site: 'origin',
  csrf_token_required: 'session',
  forbidden: 'token',
  insufficient_scope: 'token',
  level_too_low: 'level',
  not_a_member: 'membership',
  not_in_team: 'team',
  not_your_message: 'author',
  not_your_note: 'author',
  other_rendering: 'session',
  other_sign_in_required: 'sso',
  owner_required: 'owner',
  password_session_required: 'session',
  session_required: 'session',
  sso_required: 'sso',
  view_not_own: 'author',
}

/** The caller is known but not allowed to do this; `about` says what the rule is about, such as a level. */
export class ForbiddenError extends ServiceError {
  override readonly name = 'ForbiddenError'
  readonly code: string
  readonly status = 403
  readonly rule: RefusalRule
  constructor(message: string, code = 'forbidden', about: Readonly<Record<string, string>> = {}) {
    super(message)
    this.code = code
    this.rule = { kind: ruleKinds[code] ?? code, ...about }
  }
}

/** The resource does not exist, or the caller may not see it. */
export class NotFoundError extends ServiceError {
  override readonly name = 'NotFoundError'
  readonly code = 'not_found'
  readonly status = 404
}

/** The path exists, but not with this method. */
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

/** The response is not available in any of the requested formats. */
export class NotAcceptableError extends ServiceError {
  override readonly name = 'NotAcceptableError'
  readonly code = 'not_acceptable'
  readonly status = 406
}

/** The change conflicts with existing data, or comes too late. */
export class ConflictError extends ServiceError {
  override readonly name = 'ConflictError'
  readonly code: string
  readonly status = 409
  constructor(message: string, code = 'conflict') {
    super(message)
    this.code = code
  }
}

/** The resource is no longer the one that `If-Match` names. */
export class PreconditionFailedError extends ServiceError {
  override readonly name = 'PreconditionFailedError'
  readonly code: string
  readonly status = 412
  constructor(message: string, code: string) {
    super(message)
    this.code = code
  }
}

/** The change needs an `If-Match` header, so that it does not overwrite one of somebody else. */
export class PreconditionRequiredError extends ServiceError {
  override readonly name = 'PreconditionRequiredError'
  readonly code = 'if_match_required'
  readonly status = 428
}

/** The body exceeds the size limit. */
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

/** One caller sent too many requests. */
export class RateLimitedError extends ServiceError {
  override readonly name = 'RateLimitedError'
  readonly code = 'rate_limited'
  readonly status = 429
  /** In seconds. */
  readonly retryAfter: number
  constructor(retryAfter: number, message = `Too many requests. Try again in ${retryAfter} s.`) {
    super(message)
    this.retryAfter = retryAfter
  }
}

/** The service cannot respond now: it is overloaded, or its database is unavailable. */
export class UnavailableError extends ServiceError {
  override readonly name = 'UnavailableError'
  readonly code:
    | 'overloaded'
    | 'database_unavailable'
    | 'migration_blocked'
    | 'starting'
    | 'stopping'
  readonly status = 503
  /** In seconds. */
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

/** The mail server did not accept a message. */
export class MailFailedError extends ServiceError {
  override readonly name = 'MailFailedError'
  readonly code = 'mail_failed'
  readonly status = 502
  constructor(recipient: string, options?: ErrorOptions) {
    super(
      `The mail server did not accept the message to ${recipient}, so the invitation was not created. Check SERVICE_SMTP_URL and the log of the service, and try again.`,
      options,
    )
  }
}

/** The identity provider of a project is unavailable, or its response is invalid. */
export class IdentityProviderError extends ServiceError {
  override readonly name = 'IdentityProviderError'
  readonly code = 'identity_provider_failed'
  readonly status = 502
}
