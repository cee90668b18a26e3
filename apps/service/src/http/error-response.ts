import { isPresentable } from '@service/http'
import type { Logger } from 'pino'
import { UnavailableError } from '../errors.js'
import { isStoreGone } from '../store/is-store-gone.js'
import { oauthBody } from './oauth-body.js'

/** The titles of 401 and 403 in the public API. */
const refusals: Readonly<Record<number, string>> = { 401: 'Unauthorized', 403: 'Forbidden' }

/** The error format: of the public API, of our own API, of the protocol family, or of OAuth. */
export type ErrorFormat = 'public' | 'own' | 'family' | 'oauth'

export interface ErrorResponse {
  readonly status: number
  /** The error code, even where the body does not contain it. */
  readonly code: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: object
}

/**
 * Builds the response to an error. Our own errors keep their message; others get a neutral sentence and are
 * logged. The public API returns 401 and 403 with `error` and `message`, the protocol family gets a list of
 * errors, OAuth clients the format of their standard, and everything else is `code` and `message`.
 */
export function buildErrorResponse(
  thrown: unknown,
  errorFormat: ErrorFormat,
  log: Logger,
): ErrorResponse {
  const error = isStoreGone(thrown) ? storeGone(thrown) : thrown
  if (!isPresentable(error)) {
    log.error({ err: thrown }, 'a request failed')
    return {
      status: 500,
      code: 'internal_error',
      headers: {},
      body: buildErrorBody(errorFormat, {
        status: 500,
        name: 'InternalError',
        code: 'internal_error',
        message: 'An internal error occurred. The log has the details under this Request-Id.',
      }),
    }
  }
  if (error.status >= 500) log.warn({ err: error }, error.message)
  return {
    status: error.status,
    code: error.code,
    headers: buildErrorHeaders(error),
    body: buildErrorBody(errorFormat, error),
  }
}

interface ErrorDescription {
  readonly status: number
  readonly name: string
  readonly code: string
  readonly message: string
  /** Which rule refused the request. */
  readonly rule?: object
}

function buildErrorBody(
  errorFormat: ErrorFormat,
  { status, name, code, message, rule }: ErrorDescription,
): object {
  if (errorFormat === 'family') return { errors: [{ status, name, detail: message }] }
  if (errorFormat === 'oauth') return oauthBody(status, code, message)
  const title = errorFormat === 'public' ? refusals[status] : undefined
  if (title) return { error: title, message }
  return rule ? { code, message, rule } : { code, message }
}

/** The code of a statement that exceeded its timeout. */
const CANCELLED = '57014'

function storeGone(cause: unknown): UnavailableError {
  const isSlow = cause instanceof Error && 'code' in cause && cause.code === CANCELLED
  const message = isSlow
    ? 'The database did not respond in time.'
    : 'The database cannot be reached.'
  return new UnavailableError('database_unavailable', message, 2, { cause })
}

function buildErrorHeaders(error: object): Record<string, string> {
  if ('retryAfter' in error) return { 'Retry-After': String(error.retryAfter) }
  if ('allowed' in error) return { Allow: (error.allowed as string[]).join(', ') }
  if ('status' in error && error.status === 401) return { 'WWW-Authenticate': 'Bearer' }
  return {}
}
