import { ServiceError } from '@service/base'

/** An option of the audit trail that it cannot work with. */
export class AuditOptionError extends ServiceError {
  override readonly name = 'AuditOptionError'
  readonly code = 'configuration_error'
  readonly status = 500
}
