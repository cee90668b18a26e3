import { isLoopbackAddress, namesForwardedClient } from '@service/http'
import type { Config } from '../../config.js'
import { ForbiddenError, UnauthorizedError } from '../../errors.js'
import { readBearerToken } from '../../http/access/bearer.js'
import type { RequestInfo } from '../../http/request-info.js'
import { openRoute, type Route } from '../../http/route.js'
import { hashSecret, matchesHash } from '../../secrets/token-format.js'

const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** The metrics of this instance in the Prometheus format. */
export const metricsRoutes: readonly Route[] = [
  openRoute(
    {
      method: 'get',
      path: '/metrics',
      tag: 'Operations',
      summary: 'Metrics of this instance, in the format of Prometheus',
      description:
        'Needs `SERVICE_METRICS_TOKEN` as bearer token. When neither it nor `SERVICE_PUBLIC_URL` is set, requests from the same machine need no token.',
      contentType: 'text/plain',
    },
    async ({ request, deps: { config, metrics } }) => {
      checkCaller(request, config)
      return new Response(await metrics.print(), { headers: { 'Content-Type': CONTENT_TYPE } })
    },
  ),
]

function checkCaller(request: RequestInfo, { metricsToken, publicUrl }: Config): void {
  if (metricsToken !== undefined) {
    if (matchesHash(readBearerToken(request) ?? '', hashSecret(metricsToken))) return
    throw new UnauthorizedError('Send SERVICE_METRICS_TOKEN as bearer token.')
  }
  // A proxy on this machine forwards requests of remote clients, and may not set a header that says so.
  const isHere = isLoopbackAddress(request.address) && !namesForwardedClient(request)
  if (publicUrl !== undefined || !isHere) {
    throw new ForbiddenError(
      'Set SERVICE_METRICS_TOKEN to read metrics from another machine, or when SERVICE_PUBLIC_URL is set.',
    )
  }
}
