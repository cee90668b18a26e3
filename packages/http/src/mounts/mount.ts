import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpHandler } from '../message.js'
import { type NodeIncoming, NodeRequest, type NodeRequestFacts } from '../node/node-request.js'
import { type ServeOptions, serveNodeRequest } from '../node/serve-node-request.js'
import { isUnderPrefix } from '../prefix.js'

/** Looked up at each request, so that a mount outlives restarts. */
export type CurrentHandler = () => HttpHandler

/** The middleware shape of Express and Connect. */
export type Middleware = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  next: (error?: unknown) => void,
) => void

/** Answers one request a mount recognised as its own. Never rejects. */
type ServeMounted = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  facts: NodeRequestFacts,
) => Promise<void>

export function toServeMounted(handler: CurrentHandler, options: ServeOptions): ServeMounted {
  const current: HttpHandler = request => handler()(request)
  return (incoming, outgoing, facts) =>
    serveNodeRequest(current, new NodeRequest(incoming, outgoing, facts), outgoing, options)
}

/** Serves what lies under the prefix and passes everything else on to the host. */
export function toMiddleware(
  prefix: string,
  handler: CurrentHandler,
  options: ServeOptions,
): Middleware {
  const serve = toServeMounted(handler, options)
  return (incoming, outgoing, next) => {
    const url = mountedUrl(prefix, incoming.url, (incoming as NodeIncoming).originalUrl)
    if (url === undefined) next()
    else void serve(incoming, outgoing, { url })
  }
}

/**
 * The URL as the handler should see it: beginning with the prefix. A host that mounts under a
 * sub-path cuts the sub-path off; the prefix may be written with it or without.
 */
export function mountedUrl(
  prefix: string,
  url: string | undefined,
  originalUrl: string | undefined,
): string | undefined {
  if (url !== undefined && isUnderPrefix(url, prefix)) return url
  if (originalUrl !== undefined && isUnderPrefix(originalUrl, prefix)) return originalUrl
  return undefined
}
