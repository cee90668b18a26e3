import { ServiceError, ValidationError } from '@service/base'
import type { MissingFieldError } from '@service/datasource-toolkit'

/** An invalid option, call or file of the application. */
export class ConfigurationError extends ServiceError {
  override readonly name = 'ConfigurationError'
  readonly code = 'configuration_error'
  readonly status = 500
}

/** The caller's role may not run the action; clients recognize the error by its name. */
export class ActionForbiddenError extends ServiceError {
  override readonly name = 'CustomActionTriggerForbiddenError'
  readonly code = 'action_forbidden'
  readonly status = 403

  constructor(action: string, collection: string) {
    super(`Your role may not run '${action}' on '${collection}'.`)
  }
}

/** The action needs an approval; `data` lists the roles that can approve it. */
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

/** The caller's role may not approve the request; `data` lists the roles that can. */
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

/** A condition on an action is invalid; the action does not run until it is corrected. */
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

/** A write in a session in which an administrator looks as a role. */
export class ReadOnlyViewError extends ServiceError {
  override readonly name = 'ReadOnlyViewError'
  readonly code = 'read_only_view'
  readonly status = 403
  override readonly data: object

  constructor(role: string) {
    const reason = `You see this as '${role}', which is a read-only view: nothing was changed.`
    super(`${reason} Leave the view to act as yourself.`)
    this.data = { rule: { kind: 'view', role, reason } }
  }
}

/** A change in an agent whose option `readOnly` is set; `hint` says how changes are allowed. */
export class ReadOnlyAgentError extends ServiceError {
  override readonly name = 'ReadOnlyAgentError'
  readonly code = 'read_only_agent'
  readonly status = 403
  override readonly data: object

  constructor(hint: string) {
    const reason = 'Nothing was changed: this agent only reads.'
    super(`${reason} ${hint}`.trim())
    this.data = { rule: { kind: 'agent', reason } }
  }
}

/** A request received before `start` or after `stop`. */
export class NotStartedError extends ServiceError {
  override readonly name = 'NotStartedError'
  readonly code = 'not_started'
  readonly status = 503
}

/** `start` rejects with this error when `stop` is called meanwhile. */
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

/** A request to the AI of an agent that has none. */
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

/** A batch contains a request that is not a read. */
export class NotInBatchError extends ServiceError {
  override readonly name = 'NotInBatchError'
  readonly code = 'not_in_batch'
  readonly status = 405

  constructor(method: string, path: string) {
    super(
      `${method} ${path} cannot be part of a batch, which reads lists, counts, records, charts, ` +
        'forms, history, capabilities and the schema. Send it as a request of its own.',
    )
  }
}

/** A write is rejected because it cannot be recorded: the activity log is full. */
export class ActivityLogFullError extends ServiceError {
  override readonly name = 'ActivityLogFullError'
  readonly code = 'activity_log_full'
  readonly status = 503

  constructor() {
    super('Nothing was changed: the activity log is full until the service takes entries again.')
  }
}

/** A change is rejected because it cannot be stored in the audit trail. */
export class AuditUnavailableError extends ServiceError {
  override readonly name = 'AuditUnavailableError'
  readonly code = 'audit_unavailable'
  readonly status = 503

  constructor(options: ErrorOptions) {
    super('Nothing was changed: the audit trail is unavailable.', options)
  }
}

/** A record does not have the values that an update expects; `data` has the current ones. */
export class StaleRecordError extends ServiceError {
  override readonly name = 'StaleRecordError'
  readonly code = 'stale_record'
  readonly status = 409
  override readonly data: { readonly current: Readonly<Record<string, unknown>> }

  constructor(collection: string, id: string, current: Readonly<Record<string, unknown>>) {
    const fields = Object.keys(current).map(name => `'${name}'`)
    super(
      `Nothing was changed: record '${id}' of '${collection}' no longer has the expected values of ${fields.join(', ')}.`,
    )
    this.data = { current }
  }
}

/** A write violates a rule on a field that the caller may not read, so that the message does not name it. */
export class HiddenRuleError extends ValidationError {
  override readonly code: string = 'hidden_rule'

  constructor(collection: string) {
    super(`This violates a rule of '${collection}' on a field that your role may not read.`)
  }
}

/** The path contains an unknown relation or field; elsewhere this is a 400 with the same text. */
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
