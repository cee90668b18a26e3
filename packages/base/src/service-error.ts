/** The members an error needs to be shown to a client instead of "unexpected error". */
export interface ErrorShape {
  readonly name: string
  readonly message: string
  /** Stable identifier, such as `unknown_field`. */
  readonly code: string
  /** HTTP status. */
  readonly status: number
  /** Structured details for the client. */
  readonly data?: object
}

/**
 * Base class of all errors whose message may be shown to clients.
 *
 * @example
 * class TooLateError extends ServiceError {
 *   override readonly name = 'TooLateError'
 *   readonly code = 'too_late'
 *   readonly status = 409
 * }
 */
export abstract class ServiceError extends Error implements ErrorShape {
  abstract readonly code: string
  abstract readonly status: number
  readonly data?: object
}

/**
 * Whether an error has a code and a status. It checks the members, since `instanceof` fails when a
 * package is installed twice.
 *
 * @example
 * const status = isServiceError(error) ? error.status : 500
 */
export function isServiceError(error: unknown): error is ErrorShape {
  return (
    error instanceof Error &&
    typeof (error as { code?: unknown }).code === 'string' &&
    typeof (error as { status?: unknown }).status === 'number'
  )
}
