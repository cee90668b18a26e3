import { OAuthError } from './oauth-error.js'
import { isCodeVerifier } from './pkce.js'

/**
 * Returns a parameter that must be present and not empty; throws `invalid_request` otherwise.
 *
 * @example
 * const code = requireParameter(body.code, 'code')
 */
export function requireParameter(value: string | null | undefined, name: string): string {
  if (value) return value
  throw new OAuthError(`'${name}' is missing.`, 'invalid_request')
}

/**
 * Returns the verifier of a code exchange; throws `invalid_request` unless it has the right form.
 *
 * @example
 * const codeVerifier = requireCodeVerifier(parameters.get('code_verifier'))
 */
export function requireCodeVerifier(value: string | null | undefined): string {
  const codeVerifier = requireParameter(value, 'code_verifier')
  if (isCodeVerifier(codeVerifier)) return codeVerifier
  throw new OAuthError("'code_verifier' must have 43 to 128 safe characters.", 'invalid_request')
}

/**
 * Returns the grant type of a token request, one of those supported.
 *
 * @example
 * const grantType = readGrantType(body.grant_type, ['authorization_code', 'refresh_token'])
 */
export function readGrantType<Type extends string>(
  given: string | null | undefined,
  supported: readonly Type[],
): Type {
  const named = requireParameter(given, 'grant_type')
  const type = supported.find(each => each === named)
  if (type !== undefined) return type
  throw new OAuthError(
    `'grant_type' must be ${supported.map(each => `'${each}'`).join(' or ')}.`,
    'unsupported_grant_type',
  )
}
