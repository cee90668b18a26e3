import type { ErrorEnvelope } from './http/error-envelope.js'

/**
 * The agent answered, but not with success: `status`, the `body` as it was read, and what its first
 * error says.
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
  /** Such as `ForbiddenError`; absent when the answer is no error envelope. */
  readonly errorName?: string
  readonly detail?: string
  /** Structured details, such as the roles that may approve. */
  readonly data?: Readonly<Record<string, unknown>>

  constructor(request: string, status: number, answer: ErrorEnvelope) {
    super(`${request} answered ${status}: ${answer.detail ?? (answer.text || 'nothing')}`)
    this.status = status
    this.body = answer.body
    this.responseText = answer.text
    this.errorName = answer.name
    this.detail = answer.detail
    this.data = answer.data
  }
}

/**
 * The action runs only after somebody approved it.
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
 * The agent refused the values of the form, or the action itself answered an error.
 *
 * @example
 * if (error instanceof ActionFormValidationError) console.log(error.detail, error.html)
 */
export class ActionFormValidationError extends AgentHttpError {
  override readonly name = 'ActionFormValidationError'

  /** What the action wants to be shown, when it answered an error itself. */
  get html(): string | undefined {
    const { html } = (this.body ?? {}) as { readonly html?: unknown }
    return typeof html === 'string' ? html : undefined
  }
}

/**
 * A request for approval could not be made.
 *
 * @example
 * if (error instanceof ApprovalRequestCreationError) console.log(error.cause)
 */
export class ApprovalRequestCreationError extends Error {
  override readonly name = 'ApprovalRequestCreationError'
}

/**
 * The schema names no such collection or action.
 *
 * @example
 * if (error instanceof UnknownActionError) console.log(error.message)
 */
export class UnknownActionError extends Error {
  override readonly name = 'UnknownActionError'
}

/**
 * The form of an action has no such field now.
 *
 * @example
 * if (error instanceof UnknownActionFieldError) console.log(error.message)
 */
export class UnknownActionFieldError extends Error {
  override readonly name = 'UnknownActionFieldError'
}

/**
 * A field of a form cannot take this value: it is read-only, or the value is none of its options.
 *
 * @example
 * if (error instanceof ActionFieldRefusedError) console.log(error.message)
 */
export class ActionFieldRefusedError extends Error {
  override readonly name = 'ActionFieldRefusedError'
}
