import { decodeProtectedHeader } from 'jose/decode/protected_header'

const maxTokenLength = 8192

/**
 * What a token says that it is, before anybody believes it: `access`, `refresh`, `other`, or
 * undefined for what is no token at all.
 */
export function readTokenKind(token: string): 'access' | 'refresh' | 'other' | undefined {
  if (token.length > maxTokenLength) return undefined
  try {
    const { typ } = decodeProtectedHeader(token)
    return typ === 'mcp-access' ? 'access' : typ === 'mcp-refresh' ? 'refresh' : 'other'
  } catch {
    return undefined
  }
}
