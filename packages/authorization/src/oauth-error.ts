import { ServiceError } from '@service/base'

/** Error codes of RFC 6749, RFC 7009, RFC 7591, RFC 8707 and OpenID Connect Core that we return, with their status. */
const statuses = {
  invalid_request: 400,
  invalid_client: 400,
  invalid_grant: 400,
  invalid_scope: 400,
  invalid_target: 400,
  unauthorized_client: 400,
  unsupported_grant_type: 400,
  unsupported_response_type: 400,
  unsupported_token_type: 400,
  request_not_supported: 400,
  request_uri_not_supported: 400,
  access_denied: 403,
  login_required: 400,
  invalid_redirect_uri: 400,
  invalid_client_metadata: 400,
} as const

export type OAuthErrorCode = keyof typeof statuses

/**
 * A request of an OAuth client that is refused.
 *
 * @example
 * throw new OAuthError('The code has expired.', 'invalid_grant')
 */
export class OAuthError extends ServiceError {
  override readonly name = 'OAuthError'
  readonly code: OAuthErrorCode
  readonly status: number

  constructor(message: string, code: OAuthErrorCode) {
    super(message)
    this.code = code
    this.status = statuses[code]
  }
}

/**
 * Tells whether a code is one that clients of OAuth know.
 *
 * @example
 * isOAuthErrorCode('invalid_grant') // true
 */
export function isOAuthErrorCode(code: string): code is OAuthErrorCode {
  return Object.hasOwn(statuses, code)
}

/** The error parameters of a response: the body of a token endpoint, or the query of a redirect. */
export type OAuthErrorResponse = {
  readonly error: string
  readonly error_description: string
}

/**
 * Writes an error as RFC 6749 §5.2 and §4.1.2.1 have it.
 *
 * @example
 * formatOAuthError('invalid_grant', 'The code has expired.')
 */
export function formatOAuthError(code: string, message: string): OAuthErrorResponse {
  return { error: code, error_description: formatDescription(message) }
}

/** RFC 6749 §5.2 allows printable ASCII without quotation marks and backslashes. */
function formatDescription(message: string): string {
  return message.replaceAll('"', "'").replace(/[^ -[\]-~]/g, '?')
}
