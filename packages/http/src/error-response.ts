import type { HttpHeaders, HttpResponse } from './message.js'
import { isPresentable } from './presentable-error.js'
import { requestIdHeader } from './request-id.js'

export interface ErrorResponseOptions {
  readonly requestId?: string
  /** Replaces the message shown to the client; undefined or '' keeps it. */
  customize?(error: unknown): string | undefined | null
  /** Receives the details that are not sent to the client. */
  log(message: string, error: unknown): void
}

const unexpected = 'Unexpected error'

/**
 * Converts what a handler threw into the error envelope. Errors with a code and a status show their
 * message; any other error becomes a 500 whose details are only logged.
 *
 * @example
 * const response = errorResponse(error, { log: (message, cause) => console.error(message, cause) })
 */
export function errorResponse(error: unknown, options: ErrorResponseOptions): HttpResponse {
  const shape = isPresentable(error) ? error : undefined
  if (shape === undefined || shape.status >= 500) options.log(logMessage(error, options), error)
  const status = shape?.status ?? 500
  const entry = {
    name: shape?.name ?? 'InternalServerError',
    detail: customDetail(error, options) || shape?.message || unexpected,
    status,
    code: shape?.code ?? 'unexpected_error',
    data: shape?.data,
  }
  return {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(options.requestId && { [requestIdHeader]: options.requestId }),
      ...(shape as { headers?: HttpHeaders } | undefined)?.headers,
    },
    body: JSON.stringify({ errors: [entry] }, bigintAsText),
  }
}

function customDetail(error: unknown, options: ErrorResponseOptions): string | undefined | null {
  try {
    return options.customize?.(error)
  } catch (failure) {
    options.log('The function that customizes error messages failed', failure)
    return undefined
  }
}

function logMessage(error: unknown, { requestId }: ErrorResponseOptions): string {
  const reason = error instanceof Error ? error.message : String(error)
  return requestId ? `Request ${requestId} failed: ${reason}` : `Request failed: ${reason}`
}

const bigintAsText = (_: string, value: unknown) =>
  typeof value === 'bigint' ? String(value) : value
