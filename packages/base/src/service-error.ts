/** What an error must carry to reach a client as more than "unexpected error". */
export interface ErrorShape {
  readonly name: string
  readonly message: string
  /** Stable identifier, e.g. `unknown_field`. */
  readonly code: string
  /** HTTP status. */
  readonly status: number
  /** Structured details for the client. */
  readonly data?: object
}

/**
 * Base of every error whose message may leave the server.
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
 * Tells whether an error carries a code and a status. By shape, since two copies of a package
 * break `instanceof`.
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
