import { ForbiddenError, UnauthorizedError } from '../../errors.js'
import { bearerOf } from '../../http/access/bearer.js'
import type { RequestFacts } from '../../http/request-facts.js'
import { openRoute, type Route } from '../../http/route.js'
import { hashSecret, matchesHash } from '../../secrets/token-format.js'

const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** The figures of this instance, for Prometheus. */
export const metricsRoutes: readonly Route[] = [
  openRoute(
    {
      method: 'get',
      path: '/metrics',
      tag: 'Operations',
      summary: 'Read the figures of this instance in the format of Prometheus',
      description:
        'Needs `SERVICE_METRICS_TOKEN` as bearer token. When it is not set, only programs on the same machine may ask.',
      contentType: 'text/plain',
    },
    async ({ request, deps: { config, metrics } }) => {
      checkCaller(request, config.metricsToken)
      return new Response(await metrics.print(), { headers: { 'Content-Type': CONTENT_TYPE } })
    },
  ),
]

const FORWARDED = ['x-forwarded-for', 'forwarded', 'x-real-ip']

function checkCaller(request: RequestFacts, token: string | undefined): void {
  if (token !== undefined) {
    if (matchesHash(bearerOf(request) ?? '', hashSecret(token))) return
    throw new UnauthorizedError('Send SERVICE_METRICS_TOKEN as bearer token.')
  }
  // A proxy on this machine speaks for others, who are not on it.
  const isForwarded = FORWARDED.some(name => request.header(name) !== undefined)
  if (isForwarded || !isLoopback(request.address)) {
    throw new ForbiddenError('Set SERVICE_METRICS_TOKEN to read the figures from another machine.')
  }
}

const isLoopback = (address: string) => address === '::1' || address.startsWith('127.')
