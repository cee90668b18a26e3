import { type ErrorShape, isServiceError } from '@service/base'

/**
 * Whether the message of an error may be shown to clients. Errors of other libraries may also have
 * a code and a status (`ERR_BAD_REQUEST`, 404), so only codes in our spelling count.
 *
 * @example
 * const status = isPresentable(error) ? error.status : 500
 */
export function isPresentable(error: unknown): error is ErrorShape {
  return (
    isServiceError(error) &&
    /^[a-z][a-z0-9_]*$/.test(error.code) &&
    Number.isInteger(error.status) &&
    error.status >= 400 &&
    error.status <= 599
  )
}
