import { formatOAuthError, isOAuthErrorCode } from '@service/authorization'

/** The OAuth error code for the status of our own errors. */
const codes: Readonly<Record<number, string>> = {
  401: 'invalid_token',
  403: 'access_denied',
  429: 'temporarily_unavailable',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

/** An error in the format of RFC 6749 §5.2. */
export function oauthBody(status: number, code: string, message: string): object {
  const known = isOAuthErrorCode(code) ? code : (codes[status] ?? 'invalid_request')
  return formatOAuthError(known, message)
}
