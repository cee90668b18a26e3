import { isScope, knownScopes, OAuthError, type Scope, splitScopes } from '@service/authorization'

/** The scopes of a parameter, each once; throws `invalid_scope` for one that there is not. */
export function readScopes(text: string | undefined): readonly Scope[] | undefined {
  if (text === undefined) return undefined
  const scopes = splitScopes(text)
  if (scopes.length > 0 && scopes.every(isScope)) return scopes
  throw new OAuthError(`'scope' must be of ${knownScopes.join(', ')}.`, 'invalid_scope')
}
