import { ServiceError } from '@service/base'

/** The structure of the database, or the options for reading it, cannot be used. */
export class IntrospectionError extends ServiceError {
  override readonly name = 'IntrospectionError'
  readonly code = 'introspection_failed'
  readonly status = 500
}
