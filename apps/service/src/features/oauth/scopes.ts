import {
  defaultScopes,
  isScope,
  knownScopes,
  type Scope,
  splitScopes,
} from '@service/authorization'
import type { PermissionLevel } from '../../store/schema.js'

/** What a program may be let to do, in words for the person who is asked. */
export const scopeWords: Readonly<Record<Scope, string>> = {
  'mcp:read': 'See the records that you may see',
  'mcp:write': 'Create, change and delete the records that you may',
  'mcp:action': 'Run the actions that you may run',
  'mcp:admin': 'Use tools for administrators',
}

/** What a program asks for; the usual ones when it names none. */
export function readScopes(text: string | undefined): readonly Scope[] {
  const words = splitScopes(text ?? '')
  return words.length === 0 ? defaultScopes : words.filter(isScope)
}

/** Those of some scopes that somebody of this level can give, in our own order. */
export const scopesFor = (scopes: readonly string[], level: PermissionLevel): readonly Scope[] =>
  knownScopes.filter(
    scope => scopes.includes(scope) && (scope !== 'mcp:admin' || level === 'admin'),
  )
