import { createHash, timingSafeEqual } from 'node:crypto'
import { UnauthorizedError } from '@service/base'
import { RouteNotFoundError, readBearer } from '@service/http'
import type { PublicRoute } from './route.js'

const headers = {
  'content-type': 'text/plain; version=0.0.4; charset=utf-8',
  'cache-control': 'no-store',
}

/** The metrics of this process, for Prometheus. There is no such route without the option `metrics.token`. */
export const metrics: PublicRoute = {
  method: 'GET',
  path: '/_internal/metrics',
  isPublic: true,
  handler: async ({ runtime, request }) => {
    const { token } = runtime.options.metrics ?? {}
    if (token === undefined || !runtime.metrics) throw new RouteNotFoundError(request.url)
    if (!isEqual(readBearer(request.header('authorization') ?? '') ?? '', token)) {
      throw new UnauthorizedError("Send the token of the option 'metrics' as bearer token.")
    }
    return { status: 200, headers, body: await runtime.metrics.print() }
  },
}

/** Takes the same time for every wrong token. */
function isEqual(given: string, token: string): boolean {
  const [a, b] = [given, token].map(text => createHash('sha256').update(text).digest())
  return timingSafeEqual(a!, b!)
}
