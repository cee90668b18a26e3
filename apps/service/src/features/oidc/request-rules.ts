import { OAuthError } from './oauth-error.js'

/** Something a request must keep to; the message says what, when it does not. */
export type RequestRule<Parameters, Context = undefined> = (
  parameters: Parameters,
  context: Context,
) => readonly [isKept: boolean, message: string, code: OAuthError['code']]

/** What every request for a code has. */
interface CodeRequest {
  readonly request?: string | undefined
  readonly request_uri?: string | undefined
  readonly response_type?: string | undefined
  readonly response_mode?: string | undefined
  readonly state?: string | undefined
  readonly code_challenge?: string | undefined
}

const LONGEST_STATE = 600

/** One rule each, for programs and for agents alike. */
const codeRequestRules: readonly RequestRule<CodeRequest>[] = [
  ({ request }) => [
    request === undefined,
    'Request objects are not read.',
    'request_not_supported',
  ],
  ({ request_uri: uri }) => [
    uri === undefined,
    'Request objects are not read.',
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
    encodeURIComponent(state).length <= LONGEST_STATE,
    `'state' must have at most ${LONGEST_STATE} characters in an address.`,
    'invalid_request',
  ],
  ({ code_challenge: challenge }) => [
    challenge === undefined || /^[\w-]{43}$/.test(challenge),
    "'code_challenge' must be a SHA-256 as base64url.",
    'invalid_request',
  ],
]

/** Throws what the first broken rule says. */
export function checkRequest<Parameters extends CodeRequest, Context>(
  parameters: Parameters,
  context: Context,
  rules: readonly RequestRule<Parameters, Context>[],
): void {
  for (const rule of codeRequestRules) check(rule(parameters, undefined))
  for (const rule of rules) check(rule(parameters, context))
}

function check([isKept, message, code]: ReturnType<RequestRule<unknown, unknown>>): void {
  if (!isKept) throw new OAuthError(message, code)
}
