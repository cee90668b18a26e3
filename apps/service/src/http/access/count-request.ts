import type { Deps } from '../../deps.js'
import { RateLimitedError } from '../../errors.js'

/** Counts a request of a token and sets the rate limit headers, also when it is rejected. */
export async function countRequest(
  { limits }: Deps,
  tokenId: string,
  headers: Record<string, string | string[]>,
): Promise<void> {
  const { isAllowed, limit, remaining, resetMs } = await limits.hit('apiToken', tokenId)
  const seconds = Math.max(1, Math.ceil(resetMs / 1000))
  headers['X-RateLimit-Limit'] = String(limit)
  headers['X-RateLimit-Remaining'] = String(remaining)
  headers['X-RateLimit-Reset'] = String(Math.ceil((Date.now() + resetMs) / 1000))
  headers['RateLimit-Policy'] = `"default";q=${limit};w=60`
  headers.RateLimit = `"default";r=${remaining};t=${seconds}`
  if (!isAllowed) throw new RateLimitedError(seconds)
}
