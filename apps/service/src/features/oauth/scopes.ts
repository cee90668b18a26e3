import type { PermissionLevel } from '../../store/schema.js'

/** What a program may be let to do, in words for the person who is asked. */
export const scopeWords = {
  'mcp:read': 'See the records that you may see',
  'mcp:write': 'Create, change and delete the records that you may',
  'mcp:action': 'Run the actions that you may run',
  'mcp:admin': 'Use tools for administrators',
} as const

export type Scope = keyof typeof scopeWords
export const knownScopes = Object.keys(scopeWords) as Scope[]

/** What is asked for when a program names nothing. */
const DEFAULT: readonly Scope[] = ['mcp:read', 'mcp:write', 'mcp:action']

/** Scopes as they are written: with spaces, or with the plus signs that some programs put between. */
export const splitScopes = (text: string): string[] => [
  ...new Set(text.split(/[ +]+/).filter(word => word !== '')),
]

export const isScope = (word: string): word is Scope => Object.hasOwn(scopeWords, word)

/** What a program asks for; the usual ones when it names none. */
export function readScopes(text: string | undefined): readonly Scope[] {
  const words = splitScopes(text ?? '')
  return words.length === 0 ? DEFAULT : words.filter(isScope)
}

/** Those of some scopes that somebody of this level can give, in our own order. */
export const scopesFor = (scopes: readonly string[], level: PermissionLevel): readonly Scope[] =>
  knownScopes.filter(
    scope => scopes.includes(scope) && (scope !== 'mcp:admin' || level === 'admin'),
  )
