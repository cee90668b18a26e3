import { decodeProtectedHeader } from 'jose/decode/protected_header'

const longestToken = 8192

/**
 * What a token says that it is, before anybody believes it: `access`, `refresh`, `other`, or
 * undefined for what is no token at all.
 */
export function kindOf(token: string): 'access' | 'refresh' | 'other' | undefined {
  if (token.length > longestToken) return undefined
  try {
    const { typ } = decodeProtectedHeader(token)
    return typ === 'mcp-access' ? 'access' : typ === 'mcp-refresh' ? 'refresh' : 'other'
  } catch {
    return undefined
  }
}
