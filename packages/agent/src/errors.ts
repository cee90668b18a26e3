import { ServiceError } from '@service/protocol'

/** An option, a call or a file of the customer's that the agent cannot work with. */
export class ConfigurationError extends ServiceError {
  override readonly name = 'ConfigurationError'
  readonly code = 'configuration_error'
  readonly status = 500
}

/** A request that came before `start` or after `stop`. */
export class NotStartedError extends ServiceError {
  override readonly name = 'NotStartedError'
  readonly code = 'not_started'
  readonly status = 503
}
