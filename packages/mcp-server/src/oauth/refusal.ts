import { formatOAuthError, type OAuthErrorResponse } from '@service/authorization'
import { type ErrorShape, isServiceError } from '@service/base'
import { type HttpHeaders, type HttpResponse, jsonResponse } from '@service/http'

export const noStore: HttpHeaders = { 'cache-control': 'no-store' }

/** An error as OAuth tells it. */
export interface Refusal {
  readonly status: number
  readonly body: OAuthErrorResponse
  readonly headers: HttpHeaders
}

/** Errors of OAuth, ours and those of the service, and 503s; any other error is thrown on. */
export function toRefusal(error: unknown): Refusal {
  if (!isServiceError(error) || (error.status >= 500 && error.status !== 503)) throw error
  return {
    status: error.status,
    body: formatOAuthError(toOAuthCode(error), error.message),
    headers: { ...noStore, ...(error as { readonly headers?: HttpHeaders }).headers },
  }
}

export function refusalResponse({ status, body, headers }: Refusal): HttpResponse {
  return jsonResponse(status, body, headers)
}

const ours: ReadonlySet<string> = new Set(['AuthorizationError', 'GrantRefusedError', 'OAuthError'])

/** Errors of reading a request have codes that OAuth does not know. */
function toOAuthCode({ name, code, status }: ErrorShape): string {
  if (status === 503) return 'temporarily_unavailable'
  return ours.has(name) ? code : 'invalid_request'
}
