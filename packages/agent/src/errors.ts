import { ServiceError, ValidationError } from '@service/base'
import type { MissingFieldError } from '@service/datasource-toolkit'

/** An option, a call or a file of the customer's that the agent cannot work with. */
export class ConfigurationError extends ServiceError {
  override readonly name = 'ConfigurationError'
  readonly code = 'configuration_error'
  readonly status = 500
}

/** An action that the caller's role may not run; clients know the error by its name. */
export class ActionForbiddenError extends ServiceError {
  override readonly name = 'CustomActionTriggerForbiddenError'
  readonly code = 'action_forbidden'
  readonly status = 403

  constructor(action: string, collection: string) {
    super(`Your role may not run '${action}' on '${collection}'.`)
  }
}

/** An action that waits for somebody's approval; the data names the roles that can give it. */
export class ApprovalRequiredError extends ServiceError {
  override readonly name = 'CustomActionRequiresApprovalError'
  readonly code = 'approval_required'
  readonly status = 403
  override readonly data: ApproverData

  constructor(action: string, roleIdsAllowedToApprove: readonly number[]) {
    super(`'${action}' needs an approval before it runs.`)
    this.data = { roleIdsAllowedToApprove }
  }
}

/** An approval by somebody whose role cannot give it; the data names the roles that can. */
export class ApprovalNotAllowedError extends ServiceError {
  override readonly name = 'ApprovalNotAllowedError'
  readonly code = 'approval_not_allowed'
  readonly status = 403
  override readonly data: ApproverData

  constructor(action: string, roleIdsAllowedToApprove: readonly number[]) {
    super(`Your role may not approve this request to run '${action}'.`)
    this.data = { roleIdsAllowedToApprove }
  }
}

interface ApproverData {
  readonly roleIdsAllowedToApprove: readonly number[]
}

/** A condition on an action that the agent cannot make sense of: nothing runs until it is corrected. */
export class InvalidActionConditionError extends ServiceError {
  override readonly name = 'InvalidActionConditionError'
  readonly code = 'invalid_action_condition'
  readonly status = 422

  constructor(action: string, options?: ErrorOptions) {
    super(
      `A condition on '${action}' cannot be evaluated. Ask an administrator to correct it.`,
      options,
    )
  }
}

/** A request that came before `start` or after `stop`. */
export class NotStartedError extends ServiceError {
  override readonly name = 'NotStartedError'
  readonly code = 'not_started'
  readonly status = 503
}

/** What `start` rejects with when `stop` was called meanwhile. */
export class StoppedWhileStartingError extends ServiceError {
  override readonly name = 'StoppedWhileStartingError'
  readonly code = 'stopped_while_starting'
  readonly status = 503
  constructor() {
    super(
      'The agent was stopped while it started: nothing is open. Call start() again to start it.',
    )
  }
}

/** A question for an AI, of an agent that has none. */
export class AiNotConfiguredError extends ServiceError {
  override readonly name = 'AINotConfiguredError'
  readonly code = 'ai_not_configured'
  readonly status = 404

  constructor() {
    super(
      'This agent has no AI. Whoever runs it must call agent.addAi(createAiProvider({ … })) before start.',
    )
  }
}

/** A write that is refused because what somebody does must leave a trace, and there is no room for it. */
export class ActivityLogFullError extends ServiceError {
  override readonly name = 'ActivityLogFullError'
  readonly code = 'activity_log_full'
  readonly status = 503

  constructor() {
    super('Nothing was changed: the activity log is full until the service takes entries again.')
  }
}

/** A change that is refused because it could not be kept in the audit trail. */
export class AuditUnavailableError extends ServiceError {
  override readonly name = 'AuditUnavailableError'
  readonly code = 'audit_unavailable'
  readonly status = 503

  constructor(options: ErrorOptions) {
    super('Nothing was changed: the audit trail does not answer.', options)
  }
}

/** A write breaks a rule about a field that the caller may not read, and so does not get to know. */
export class HiddenRuleError extends ValidationError {
  override readonly code: string = 'hidden_rule'

  constructor(collection: string) {
    super(`A rule of '${collection}' refuses this, about a field that your role may not read.`)
  }
}

/** A path names a relation or a field that its collection does not have; elsewhere this is a 400 with the same text. */
export class UnknownNameInPathError extends ServiceError {
  override readonly name: string
  readonly code: 'unknown_relation' | 'unknown_field'
  readonly status = 404

  constructor(code: 'unknown_relation' | 'unknown_field', cause: MissingFieldError) {
    super(cause.message, { cause })
    this.name = cause.name
    this.code = code
  }
}
