import type { ErrorEnvelope } from './http/error-envelope.js'

/**
 * The agent responded with an error status; has the `status`, the `body` as received, and the
 * message of its first error.
 *
 * @example
 * const error = await orders.list().catch((error: AgentHttpError) => error)
 */
export class AgentHttpError extends Error {
  override readonly name: string = 'AgentHttpError'
  readonly status: number
  /** Parsed when it is JSON. */
  readonly body: unknown
  readonly responseText: string
  /** Such as `ForbiddenError`; absent when the response is not an error envelope. */
  readonly errorName?: string
  readonly detail?: string
  /** Structured details, such as the roles that may approve. */
  readonly data?: Readonly<Record<string, unknown>>

  constructor(request: string, status: number, envelope: ErrorEnvelope) {
    super(`${request} answered ${status}: ${envelope.detail ?? (envelope.text || 'nothing')}`)
    this.status = status
    this.body = envelope.body
    this.responseText = envelope.text
    this.errorName = envelope.name
    this.detail = envelope.detail
    this.data = envelope.data
  }
}

/**
 * The action runs only after it is approved.
 *
 * @example
 * if (error instanceof ActionRequiresApprovalError) console.log(error.roleIdsAllowedToApprove)
 */
export class ActionRequiresApprovalError extends AgentHttpError {
  override readonly name = 'ActionRequiresApprovalError'

  /** Roles that may approve this request. */
  get roleIdsAllowedToApprove(): readonly number[] {
    const roles = this.data?.roleIdsAllowedToApprove
    return Array.isArray(roles) ? roles : []
  }
}

/**
 * The agent rejected the values of the form, or the action itself returned an error.
 *
 * @example
 * if (error instanceof ActionFormValidationError) console.log(error.detail, error.html)
 */
export class ActionFormValidationError extends AgentHttpError {
  override readonly name = 'ActionFormValidationError'

  /** The HTML to show, when the action itself returned an error. */
  get html(): string | undefined {
    const { html } = (this.body ?? {}) as { readonly html?: unknown }
    return typeof html === 'string' ? html : undefined
  }
}

/**
 * A request for approval could not be submitted.
 *
 * @example
 * if (error instanceof ApprovalRequestCreationError) console.log(error.cause)
 */
export class ApprovalRequestCreationError extends Error {
  override readonly name = 'ApprovalRequestCreationError'
}

/**
 * The schema has no such collection or action.
 *
 * @example
 * if (error instanceof UnknownActionError) console.log(error.message)
 */
export class UnknownActionError extends Error {
  override readonly name = 'UnknownActionError'
}

/**
 * The form of an action currently has no such field.
 *
 * @example
 * if (error instanceof UnknownActionFieldError) console.log(error.message)
 */
export class UnknownActionFieldError extends Error {
  override readonly name = 'UnknownActionFieldError'
}

/**
 * A form field does not accept this value: it is read-only, or the value is not one of its options.
 *
 * @example
 * if (error instanceof ActionFieldRefusedError) console.log(error.message)
 */
export class ActionFieldRefusedError extends Error {
  override readonly name = 'ActionFieldRefusedError'
}
