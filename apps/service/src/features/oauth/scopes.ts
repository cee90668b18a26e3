import {
  defaultScopes,
  isScope,
  knownScopes,
  type Scope,
  splitScopes,
} from '@service/authorization'
import type { PermissionLevel } from '../../store/schema.js'

/** The description of each scope on the consent page. */
export const scopeWords: Readonly<Record<Scope, string>> = {
  'mcp:read': 'See the records that you may see',
  'mcp:write': 'Create, change and delete the records that you may',
  'mcp:action': 'Run the actions that you may run',
  'mcp:admin': 'Use tools for administrators',
}

/** The requested scopes, or the default ones when none are named. */
export function readScopes(text: string | undefined): readonly Scope[] {
  const words = splitScopes(text ?? '')
  return words.length === 0 ? defaultScopes : words.filter(isScope)
}

/** The scopes that a person of this level can grant, in a fixed order. */
export const scopesFor = (scopes: readonly string[], level: PermissionLevel): readonly Scope[] =>
  knownScopes.filter(
    scope => scopes.includes(scope) && (scope !== 'mcp:admin' || level === 'admin'),
  )
