import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpHandler } from '../message.js'
import { type NodeIncoming, NodeRequest, type NodeRequestInfo } from '../node/node-request.js'
import { type ServeOptions, serveNodeRequest } from '../node/serve-node-request.js'
import { isUnderPrefix } from '../prefix.js'

/** Called at each request, so that a mount keeps working after a restart of the agent. */
export type CurrentHandler = () => HttpHandler

export interface MountedOptions extends ServeOptions {
  /**
   * Whether the handler also serves a URL outside the prefix (path and query, from the root of the
   * host). Called at each request, so that paths can be added after mounting.
   */
  readonly claims?: (url: string) => boolean
}

/** The middleware shape of Express and Connect. */
export type Middleware = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  next: (error?: unknown) => void,
) => void

/** Serves one request that belongs to the mount. Never rejects. */
export type ServeMounted = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  facts: NodeRequestInfo,
) => Promise<void>

export function toServeMounted(handler: CurrentHandler, options: MountedOptions): ServeMounted {
  const current: HttpHandler = request => handler()(request)
  return (incoming, outgoing, facts) =>
    serveNodeRequest(current, new NodeRequest(incoming, outgoing, facts), outgoing, options)
}

/** Serves requests under the prefix or claimed ones, and passes all others to the host. */
export function toMiddleware(
  prefix: string,
  handler: CurrentHandler,
  options: MountedOptions,
): Middleware {
  const serve = toServeMounted(handler, options)
  const find = mountedUrl(prefix, options)
  return (incoming, outgoing, next) => {
    const url = find(incoming.url, (incoming as NodeIncoming).originalUrl)
    if (url === undefined) next()
    else void serve(incoming, outgoing, { url })
  }
}

/**
 * Finds the URL for the handler, which begins with the prefix. A host that mounts under a sub-path
 * removes the sub-path from the URL; the prefix may include it or not. Claimed URLs outside the
 * prefix count from the root of the host.
 */
export function mountedUrl(prefix: string, { claims }: MountedOptions) {
  return (url: string | undefined, originalUrl: string | undefined): string | undefined => {
    if (url !== undefined && isUnderPrefix(url, prefix)) return url
    if (originalUrl !== undefined && isUnderPrefix(originalUrl, prefix)) return originalUrl
    const whole = originalUrl ?? url
    return whole !== undefined && claims?.(whole) ? whole : undefined
  }
}
