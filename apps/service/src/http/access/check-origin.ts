import type { Config } from '../../config.js'
import { ForbiddenError } from '../../errors.js'
import type { RequestFacts } from '../request-facts.js'

/**
 * Refuses a request that a page of another site had a browser send. What is no browser sends
 * neither of the headers looked at.
 */
export function checkOrigin(request: RequestFacts, config: Config): void {
  const origin = request.header('origin')
  const isForeign =
    request.header('sec-fetch-site') === 'cross-site' ||
    (origin !== undefined && !isOwn(origin, request, config))
  if (isForeign) {
    throw new ForbiddenError('Requests from pages of other sites are refused.', 'cross_site')
  }
}

function isOwn(origin: string, request: RequestFacts, { publicUrl }: Config): boolean {
  if (publicUrl !== undefined) return origin === new URL(publicUrl).origin
  // The scheme is not compared: a proxy may have ended TLS before us.
  return URL.canParse(origin) && new URL(origin).host === request.header('host')?.toLowerCase()
}
