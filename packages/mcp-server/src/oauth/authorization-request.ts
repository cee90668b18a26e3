import type { GrantRequest } from '@service/service-client'
import type { Addresses } from '../contracts.js'
import { invalid } from './authorization-error.js'
import type { Parameters } from './parameters.js'
import { isOurs } from './resource.js'
import { readScopes } from './scopes.js'

// As at the service, which sends it back.
const longestState = 600

type Rule = (
  parameters: Parameters,
  addresses: Addresses,
) => readonly [isKept: boolean, message: string, code: string]

/** One rule each, in the order they are checked. */
const rules: readonly Rule[] = [
  parameters => [
    parameters.get('request') === undefined,
    'Request objects are not read.',
    'request_not_supported',
  ],
  parameters => [
    parameters.get('request_uri') === undefined,
    'Request objects are not read.',
    'request_uri_not_supported',
  ],
  parameters => [
    parameters.get('response_type') === 'code',
    "'response_type' must be 'code'.",
    'unsupported_response_type',
  ],
  parameters => [
    (parameters.get('response_mode') ?? 'query') === 'query',
    "'response_mode' must be 'query'.",
    'invalid_request',
  ],
  parameters => [
    parameters.get('code_challenge') !== undefined,
    "'code_challenge' is missing: PKCE is required.",
    'invalid_request',
  ],
  parameters => [
    parameters.get('code_challenge_method') === 'S256',
    "'code_challenge_method' must be 'S256'.",
    'invalid_request',
  ],
  parameters => [
    /^[\w-]{43}$/.test(parameters.get('code_challenge') ?? ''),
    "'code_challenge' must be a SHA-256 as base64url.",
    'invalid_request',
  ],
  parameters => [
    encodedLength(parameters.get('state') ?? '') <= longestState,
    `'state' must have at most ${longestState} characters in an address.`,
    'invalid_request',
  ],
  ({ resources }, { resource }) => [
    isOurs(resources, resource),
    `'resource' must be '${resource}'.`,
    'invalid_target',
  ],
]

/** Reads what a client asks a person for; the first rule it breaks is named. */
export function readAuthorizationRequest(
  parameters: Parameters,
  addresses: Addresses,
): Omit<GrantRequest, 'clientId' | 'redirectUri'> {
  for (const rule of rules) {
    const [isKept, message, code] = rule(parameters, addresses)
    if (!isKept) throw invalid(code, message)
  }
  return {
    codeChallenge: parameters.get('code_challenge') ?? '',
    scopes: readScopes(parameters.get('scope')) ?? [],
    resource: addresses.resource,
    state: parameters.get('state'),
  }
}

/** In an address. Half a surrogate pair, which only JSON can bring, cannot be in one. */
function encodedLength(text: string): number {
  try {
    return encodeURIComponent(text).length
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
