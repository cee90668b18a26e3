import {
  compress,
  cors,
  type HttpHandler,
  type HttpRequest,
  type HttpResponse,
} from '@service/http'
import { withPublicCors } from '@service/mcp-server'
import { schemaTagHeader } from '@service/protocol'
import { correlationHeader } from './aliases.js'
import type { McpMount } from './mcp/mcp-mount.js'
import type { Observer } from './observe/observer.js'
import type { ResolvedOptions } from './options.js'
import type { Runtime } from './runtime.js'
import { createRequestServer } from './serve-request.js'

/**
 * Handles every request that arrives: compression, CORS, then as requests inside the process.
 * Requests for the MCP server take the same steps except compression and the session. `panelOrigins`
 * returns the origins of the panel at the moment.
 */
export function createHandler(
  options: ResolvedOptions,
  current: () => Runtime,
  mountedMcp: () => McpMount | undefined = () => undefined,
  panelOrigins: () => readonly string[] = () => [],
  observer?: Observer,
): HttpHandler {
  const { serve, serveRoute, toFailure } = createRequestServer(options, observer)
  const idHeader = correlationHeader(options.prefix)
  const withCors = cors({
    origins: options.allowedOrigins,
    isAllowedWithoutCookies: origin => panelOrigins().includes(origin),
    exposedHeaders: [idHeader, 'retry-after', schemaTagHeader],
  })
  const withCompression = options.compression ? compress : (handler: HttpHandler) => handler
  const serveOwn = withCompression(withCors(request => serveRoute(request, current)))

  // Errors before the MCP server responds need CORS headers too.
  const serveMcp = (request: HttpRequest, mcp: McpMount): Promise<HttpResponse> =>
    serve(request, (received, id) =>
      mcp.handle(received).catch(error => withPublicCors(toFailure(error, id, received))),
    )

  return request => {
    const mcp = mountedMcp()
    return mcp?.claims(request.url) ? serveMcp(request, mcp) : serveOwn(request)
  }
}

/** Handles requests that the process makes itself, for clients that it has let in already. */
export function createInnerHandler(
  options: ResolvedOptions,
  current: () => Runtime,
  observer?: Observer,
): HttpHandler {
  const { serveRoute } = createRequestServer(options, observer)
  return request => serveRoute(request, current)
}
