import { ServiceError } from '@service/base'
import type { JournalEntry } from './journal-entry.js'

/** A customization cannot be applied; the message ends with the line of the customer's code. */
export class ConfigurationError extends ServiceError {
  override readonly name = 'ConfigurationError'
  readonly code = 'configuration_error'
  readonly status = 500
  /** The customization call that cannot be applied. */
  readonly entry?: JournalEntry

  constructor(message: string, { entry, ...options }: ConfigurationErrorOptions = {}) {
    super(message, options)
    if (entry) this.entry = entry
  }
}

interface ConfigurationErrorOptions extends ErrorOptions {
  readonly entry?: JournalEntry
}

/** A request would load more rows into memory than allowed. */
export class TooManyRowsError extends ServiceError {
  override readonly name = 'TooManyRowsError'
  readonly code = 'too_many_rows'
  readonly status = 422

  constructor(collection: string, ceiling: number) {
    super(
      `This request on '${collection}' filters, sorts or groups in memory and met more than ${ceiling} rows. ` +
        'Narrow it with filters the database can run, or raise maxRowsInMemory.',
    )
  }
}

/** A filter across sources matches more related records than one statement can contain. */
export class TooManyKeysError extends ServiceError {
  override readonly name = 'TooManyKeysError'
  readonly code = 'too_many_keys'
  readonly status = 422

  constructor(collection: string, ceiling: number) {
    super(
      `A condition on '${collection}', which lives in another source, matches more than ${ceiling} records. ` +
        'Make it more selective, or raise maxKeysInFilter.',
    )
  }
}
