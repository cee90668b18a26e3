import { type ErrorShape, isServiceError } from '@service/base'
import { type HttpHeaders, type HttpResponse, jsonResponse } from '@service/http'

export const noStore: HttpHeaders = { 'cache-control': 'no-store' }

/** An error as OAuth tells it. */
export interface Refusal {
  readonly status: number
  readonly error: string
  readonly description: string
  readonly headers: HttpHeaders
}

/** Errors of OAuth, ours and those of the service, and 503s; any other error is thrown on. */
export function toRefusal(error: unknown): Refusal {
  if (!isServiceError(error) || (error.status >= 500 && error.status !== 503)) throw error
  return {
    status: error.status,
    error: codeOf(error),
    description: describe(error.message),
    headers: { ...noStore, ...(error as { readonly headers?: HttpHeaders }).headers },
  }
}

export function refusalResponse({ status, error, description, headers }: Refusal): HttpResponse {
  return jsonResponse(status, { error, error_description: description }, headers)
}

/** Errors of reading a request have codes that OAuth does not know. */
function codeOf({ name, code, status }: ErrorShape): string {
  if (status === 503) return 'temporarily_unavailable'
  return name === 'AuthorizationError' || name === 'GrantRefusedError' ? code : 'invalid_request'
}

/** RFC 6749 §5.2: printable ASCII without quotation marks and backslashes. */
function describe(message: string): string {
  return message.replace(/["\\]/g, "'").replace(/[^ -~]/g, '?')
}
