import { ServiceError } from '@service/base'

/** An option of the audit trail is invalid. */
export class AuditOptionError extends ServiceError {
  override readonly name = 'AuditOptionError'
  readonly code = 'configuration_error'
  readonly status = 500
}
