import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpHandler } from '../message.js'
import { type NodeIncoming, NodeRequest } from './node-request.js'
import { type ServeOptions, serveNodeRequest } from './serve-node-request.js'

/**
 * Makes a listener for `node:http` from a handler.
 *
 * @example
 * const server = createServer(toNodeListener(handler))
 */
export function toNodeListener(
  handler: HttpHandler,
  options: ServeOptions = {},
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  return (incoming: NodeIncoming, outgoing) => {
    const url = incoming.originalUrl ?? incoming.url ?? '/'
    void serveNodeRequest(handler, new NodeRequest(incoming, outgoing, { url }), outgoing, options)
  }
}
