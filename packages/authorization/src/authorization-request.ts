import { isCodeChallenge } from './pkce.js'
import { checkRules, type RequestRule } from './rules.js'

/** The parameters that every authorization request may have. */
export interface AuthorizationParameters {
  readonly request?: string | undefined
  readonly request_uri?: string | undefined
  readonly response_type?: string | undefined
  readonly response_mode?: string | undefined
  readonly state?: string | undefined
  readonly code_challenge?: string | undefined
  readonly code_challenge_method?: string | undefined
}

export interface AuthorizationPolicy {
  readonly isPkceRequired: boolean
}

/** The state must fit into the addresses that browsers are sent to. */
const longestState = 600

/** One rule each, in the order they are checked. */
const rules: readonly RequestRule<AuthorizationParameters, AuthorizationPolicy>[] = [
  ({ request }) => [
    request === undefined,
    'Request objects are not supported.',
    'request_not_supported',
  ],
  ({ request_uri: uri }) => [
    uri === undefined,
    'Request objects are not supported.',
    'request_uri_not_supported',
  ],
  ({ response_type: type }) => [
    type === 'code',
    "'response_type' must be 'code'.",
    'unsupported_response_type',
  ],
  ({ response_mode: mode }) => [
    mode === undefined || mode === 'query',
    "'response_mode' must be 'query'.",
    'invalid_request',
  ],
  ({ state = '' }) => [
    encodedLength(state) <= longestState,
    `'state' must have at most ${longestState} characters in an address.`,
    'invalid_request',
  ],
  ({ code_challenge: challenge }, { isPkceRequired }) => [
    challenge !== undefined || !isPkceRequired,
    "'code_challenge' is missing: PKCE is required.",
    'invalid_request',
  ],
  ({ code_challenge: challenge, code_challenge_method: method }) => [
    challenge === undefined ? method === undefined : method === 'S256',
    "'code_challenge_method' must be 'S256', and come with a 'code_challenge'.",
    'invalid_request',
  ],
  ({ code_challenge: challenge }) => [
    challenge === undefined || isCodeChallenge(challenge),
    "'code_challenge' must be a SHA-256 as base64url.",
    'invalid_request',
  ],
]

/**
 * Checks the parameters that all authorization requests have in common; throws an `OAuthError` for
 * the first that is wrong. The client and its redirect URI are checked before: the error goes there.
 *
 * @example
 * checkAuthorizationRequest(parameters, { isPkceRequired: true })
 */
export function checkAuthorizationRequest(
  parameters: AuthorizationParameters,
  policy: AuthorizationPolicy,
): void {
  checkRules(rules, parameters, policy)
}

/**
 * Builds the address to send a browser to, to ask for a code with PKCE (RFC 6749 §4.1.1).
 *
 * @example
 * buildAuthorizationUrl('https://service.example/oauth/authorize', codeChallenge, { client_id: clientId })
 */
export function buildAuthorizationUrl(
  endpoint: string,
  codeChallenge: string,
  parameters: Readonly<Record<string, string>>,
): string {
  const url = new URL(endpoint)
  const all = {
    ...parameters,
    response_type: 'code',
    code_challenge: codeChallenge,
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value)
  return url.href
}

function encodedLength(text: string): number {
  try {
    return encodeURIComponent(text).length
  } catch {
    // Half a surrogate pair, which only JSON can bring, has no encoding.
    return Number.POSITIVE_INFINITY
  }
}
