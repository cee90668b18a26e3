import { type McpScope, mcpScopes } from '../contracts.js'
import { invalid } from './authorization-error.js'

const known: ReadonlySet<string> = new Set(mcpScopes)

/** The scopes of a parameter, each once; throws `invalid_scope` for one that there is not. */
export function readScopes(text: string | undefined): readonly McpScope[] | undefined {
  if (text === undefined) return undefined
  const words = [...new Set(text.split(' ').filter(Boolean))]
  const wrong = words.find(word => !known.has(word))
  if (wrong === undefined && words.length > 0) return words as McpScope[]
  throw invalid('invalid_scope', `'scope' must be of ${mcpScopes.join(', ')}.`)
}

/** Those that this version knows. */
export function knownScopes(words: readonly string[]): readonly McpScope[] {
  return words.filter((word): word is McpScope => known.has(word))
}
