import { ServiceError } from '@service/protocol'

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

/** A request that came before `start` or after `stop`. */
export class NotStartedError extends ServiceError {
  override readonly name = 'NotStartedError'
  readonly code = 'not_started'
  readonly status = 503
}
