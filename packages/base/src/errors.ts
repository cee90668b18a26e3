import { ServiceError } from './service-error.js'

/** An error that tells programs more than its message. */
abstract class DetailedError extends ServiceError {
  declare readonly data?: object

  constructor(message: string, options?: ErrorOptions & { readonly data?: object }) {
    super(message, options)
    if (options?.data) this.data = options.data
  }
}

/**
 * A request, filter or record is invalid: 400.
 *
 * @example
 * throw new ValidationError("'total' must be a Number, not 'abc'.")
 */
export class ValidationError extends DetailedError {
  override readonly name: string = 'ValidationError'
  readonly code: string = 'validation_error'
  readonly status = 400
}

/**
 * The requested record does not exist: 404.
 *
 * @example
 * throw new NotFoundError("No record '12' in 'orders'.")
 */
export class NotFoundError extends ServiceError {
  override readonly name = 'NotFoundError'
  readonly code = 'not_found'
  readonly status = 404
}

/**
 * The caller is not authenticated: 401.
 *
 * @example
 * throw new UnauthorizedError('The session token has expired.')
 */
export class UnauthorizedError extends ServiceError {
  override readonly name = 'UnauthorizedError'
  readonly code = 'unauthorized'
  readonly status = 401
}

/**
 * The caller may not do this: 403.
 *
 * @example
 * throw new ForbiddenError("You may not browse 'orders'.")
 */
export class ForbiddenError extends DetailedError {
  override readonly name = 'ForbiddenError'
  readonly code = 'forbidden'
  readonly status = 403
}

/**
 * The request is valid but cannot be executed: 422.
 *
 * @example
 * throw new UnprocessableError("'sales' is a view: it cannot be written.")
 */
export class UnprocessableError extends ServiceError {
  override readonly name = 'UnprocessableError'
  readonly code = 'unprocessable'
  readonly status = 422
}

/**
 * The write conflicts with stored data or with another write: 409.
 *
 * @example
 * throw new ConflictError('The write met a deadlock and was undone. Try again.')
 */
export class ConflictError extends ServiceError {
  override readonly name = 'ConflictError'
  readonly code = 'conflict'
  readonly status = 409
}

/**
 * A data source is unavailable at the moment: 503.
 *
 * @example
 * throw new UnavailableError('The database does not respond.')
 */
export class UnavailableError extends ServiceError {
  override readonly name = 'UnavailableError'
  readonly code = 'unavailable'
  readonly status = 503
  readonly headers = { 'retry-after': '5' } as const
}

/**
 * A data source took longer than allowed: 504.
 *
 * @example
 * throw new TimeoutError('The query took longer than 10 s.')
 */
export class TimeoutError extends ServiceError {
  override readonly name = 'TimeoutError'
  readonly code = 'timeout'
  readonly status = 504
}
