import { knownNames, ServiceError, ValidationError } from '@service/base'

/** The constraints a record can violate, with the stable code of each error. */
export const constraintCodes = {
  unique: 'unique_violation',
  foreignKey: 'foreign_key_violation',
  notNull: 'not_null_violation',
  check: 'check_violation',
  tooLong: 'value_too_long',
  outOfRange: 'value_out_of_range',
} as const

/**
 * A write violates a constraint of the source: 400. `data` names the constraint, and the columns
 * when known.
 *
 * @example
 * throw new ConstraintError('unique', "'email' of 'users' must be unique.", { columns: ['email'] })
 */
export class ConstraintError extends ValidationError {
  override readonly code: string

  constructor(
    rule: keyof typeof constraintCodes,
    message: string,
    details: { readonly columns?: readonly string[]; readonly constraint?: string } = {},
    options?: ErrorOptions,
  ) {
    super(message, { ...options, data: { rule, ...details } })
    this.code = constraintCodes[rule]
  }
}

/**
 * A path names a field that does not exist: 400.
 *
 * @example
 * throw new MissingFieldError('orders', 'totl', ['id', 'total'])
 */
export class MissingFieldError extends ValidationError {
  override readonly name: string = 'MissingFieldError'
  override readonly code: string = 'unknown_field'

  constructor(collection: string, field: string, known: Iterable<string>) {
    super(`No field '${field}' on '${collection}'. It has: ${knownNames(field, known)}`)
  }
}

/**
 * A request names a collection that does not exist: 404.
 *
 * @example
 * throw new UnknownCollectionError('ordrs', ['orders', 'customers'])
 */
export class UnknownCollectionError extends ServiceError {
  override readonly name = 'MissingCollectionError'
  readonly code = 'unknown_collection'
  readonly status = 404

  constructor(collection: string, known: Iterable<string>) {
    super(`No collection '${collection}'. There are: ${knownNames(collection, known)}`)
  }
}

/**
 * The source discarded a record or a change, or its own code rejected it: 422.
 *
 * @example
 * throw new RejectedError('Orders above 10,000 need an approval.')
 */
export class RejectedError extends ServiceError {
  override readonly name = 'RejectedError'
  readonly code = 'rejected_by_database'
  readonly status = 422
}

/**
 * The database user of the agent lacks a privilege: 403.
 *
 * @example
 * throw new PrivilegeError("The agent's database user may not insert into 'orders'.")
 */
export class PrivilegeError extends ServiceError {
  override readonly name = 'PrivilegeError'
  readonly code = 'database_privilege_missing'
  readonly status = 403
}

/**
 * The request needs a key that is known to be unique, and the collection has none: 422.
 *
 * @example
 * throw new UnprovenKeyError('sales_view', ['day'], 'be paged by cursor')
 */
export class UnprovenKeyError extends ServiceError {
  override readonly name = 'UnprovenKeyError'
  readonly code = 'key_not_proven'
  readonly status = 422

  constructor(collection: string, key: readonly string[], asked: string) {
    super(
      `The records of '${collection}' cannot ${asked}: nothing proves that its key (${key.join(', ')}) is unique. ` +
        "Declare a unique key with the option 'primaryKeys' of its datasource.",
    )
  }
}

/**
 * An id matches several records because the primary key of the collection was guessed: 422.
 *
 * @example
 * throw new AmbiguousIdError('sales_view', ['day'], '2024-01-31')
 */
export class AmbiguousIdError extends ServiceError {
  override readonly name = 'AmbiguousIdError'
  readonly code = 'id_not_unique'
  readonly status = 422

  constructor(collection: string, key: readonly string[], id: string) {
    super(
      `Several records of '${collection}' have the id '${id}': its key (${key.join(', ')}) was guessed and is not unique. ` +
        "Declare a unique key with the option 'primaryKeys' of its datasource.",
    )
  }
}
