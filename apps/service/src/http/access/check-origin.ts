import type { Config } from '../../config.js'
import { ForbiddenError } from '../../errors.js'
import type { RequestInfo } from '../request-info.js'

/**
 * Rejects a request that a page of another site made a browser send. Clients other than browsers send neither
 * of the headers checked.
 */
export function checkOrigin(request: RequestInfo, config: Config): void {
  const origin = request.header('origin')
  const isForeign =
    request.header('sec-fetch-site') === 'cross-site' ||
    (origin !== undefined && !isOwn(origin, request, config))
  if (isForeign) {
    throw new ForbiddenError('Requests from pages of other sites are rejected.', 'cross_site')
  }
}

function isOwn(origin: string, request: RequestInfo, { publicUrl }: Config): boolean {
  if (publicUrl !== undefined) return origin === new URL(publicUrl).origin
  // The scheme is not compared, because a proxy may terminate TLS.
  return URL.canParse(origin) && new URL(origin).host === request.header('host')?.toLowerCase()
}
