import { IdentityProviderError } from '../../errors.js'

/** Explanations of the error codes of openid-client, for administrators. */
const reasons: Readonly<Record<string, string>> = {
  OAUTH_TIMEOUT: 'It did not respond in time.',
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'There is no discovery document at this URL.',
  OAUTH_RESPONSE_IS_NOT_JSON: 'There is no discovery document at this URL.',
  OAUTH_PARSE_ERROR: 'Its discovery document is not JSON.',
  OAUTH_INVALID_RESPONSE: 'Its discovery document is incomplete.',
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: 'Its discovery document names another issuer.',
}

/** Explains why a discovery document cannot be used. */
export function describeDiscoveryError(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (reasons[code]) return reasons[code]
  // Our own checks throw a TypeError without a cause; those of fetch have one, which contains hosts and
  // ports.
  return error instanceof TypeError && error.cause === undefined && error.message.startsWith('Its')
    ? error.message
    : 'It cannot be reached.'
}

/** The error that people see when a provider fails. The cause is logged. */
export const providerFailure = (cause: unknown) =>
  new IdentityProviderError(
    'The identity provider is unavailable, or its response is invalid. Try again.',
    {
      cause,
    },
  )
