/** Codes of OAuth for what our own errors say, by their status. */
const codes: Readonly<Record<number, string>> = {
  401: 'invalid_token',
  403: 'access_denied',
  429: 'temporarily_unavailable',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

/** Our own codes that OAuth has too. */
const shared =
  /^(invalid_(request|client|grant|scope|target|redirect_uri|client_metadata)|unsupported_(grant|response)_type)$/

/** An error as RFC 6749 §5.2 has it. */
export function oauthBody(status: number, code: string, message: string): object {
  return {
    error: shared.test(code) ? code : (codes[status] ?? 'invalid_request'),
    error_description: plainDescription(message),
  }
}

/** Text as an error description of OAuth may be written (RFC 6749 §4.1.2.1). */
export const plainDescription = (text: string): string =>
  text.replaceAll('"', "'").replace(/[^ -[\]-~]/g, '?')
