import { ServiceError } from '@service/base'

/** A database that cannot be opened, or an address or option that is wrong: a sentence for a person. */
export class OpenError extends ServiceError {
  override readonly name = 'OpenError'
  readonly code = 'cannot_open'
  readonly status = 400
}
