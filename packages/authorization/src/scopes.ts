/** What a person may let a client do through an agent. */
export const knownScopes = ['mcp:read', 'mcp:write', 'mcp:action', 'mcp:admin'] as const

export type Scope = (typeof knownScopes)[number]

/** What a client gets that names no scope. */
export const defaultScopes: readonly Scope[] = ['mcp:read', 'mcp:write', 'mcp:action']

/**
 * Tells whether there is such a scope.
 *
 * @example
 * splitScopes('mcp:read openid').filter(isScope) // ['mcp:read']
 */
export function isScope(word: string): word is Scope {
  return (knownScopes as readonly string[]).includes(word)
}

/**
 * Splits a scope parameter, each scope once. Some clients put plus signs between them, not spaces.
 *
 * @example
 * splitScopes('mcp:read mcp:write') // ['mcp:read', 'mcp:write']
 */
export function splitScopes(text: string): readonly string[] {
  return [...new Set(text.split(/[ +]+/).filter(Boolean))]
}
