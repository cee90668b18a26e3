import {
  compress,
  cors,
  createRouter,
  errorResponse,
  type HttpHandler,
  type HttpRequest,
  type HttpResponse,
  isUnderPrefix,
  RouteNotFoundError,
  type Router,
  requestId,
} from '@service/http'
import { withPublicCors } from '@service/mcp-server'
import { correlationHeader } from './aliases.js'
import { splitDownloadLink } from './auth/download-links.js'
import { decodeNames } from './decode-names.js'
import type { Access } from './gateway/access.js'
import type { McpMount } from './mcp/mcp-mount.js'
import type { ResolvedOptions } from './options.js'
import { routes } from './routes/index.js'
import type { Route } from './routes/route.js'
import type { Runtime } from './runtime.js'
import { trackUntilSent } from './track-until-sent.js'

/**
 * Handles every request: CORS, request id, route, session, handler, errors, log. `current` returns the
 * runtime, or throws when there is none. Requests for the MCP server take the same steps except the
 * session. `panelOrigins` returns the origins of the panel at the moment.
 */
export function createHandler(
  options: ResolvedOptions,
  current: () => Runtime,
  mountedMcp: () => McpMount | undefined = () => undefined,
  panelOrigins: () => readonly string[] = () => [],
): HttpHandler {
  const find = createRouter(routes.map(route => ({ ...route, handler: route })))
  const idHeader = correlationHeader(options.prefix)
  const withCors = cors({
    origins: options.allowedOrigins,
    isAllowedWithoutCookies: origin => panelOrigins().includes(origin),
    exposedHeaders: [idHeader, 'retry-after', 'service-schema-tag'],
  })
  const log = logRequests(options)

  const serve = async (request: HttpRequest, own: HandlerResult): Promise<HttpResponse> => {
    const id = requestId(request)
    const startedAt = log && performance.now()
    const { status, headers, body } = await own(request, id).catch(error => failure(error, id))
    if (log && startedAt !== undefined) log(request, status, id, startedAt)
    // Spread last: V8 copies into a literal that begins with its own keys twice as fast.
    return { status, headers: { [idHeader]: id, ...headers }, body }
  }
  const withCompression = options.compression ? compress : (handler: HttpHandler) => handler
  const serveOwn = withCompression(withCors(request => serve(request, respond)))

  // Errors before the MCP server responds need CORS headers too.
  const serveMcp = (request: HttpRequest, mcp: McpMount): Promise<HttpResponse> =>
    serve(request, (asked, id) =>
      mcp.handle(asked).catch(error => withPublicCors(failure(error, id))),
    )

  return request => {
    const mcp = mountedMcp()
    return mcp?.claims(request.url) ? serveMcp(request, mcp) : serveOwn(request)
  }

  async function respond(request: HttpRequest, id: string): Promise<HttpResponse> {
    const runtime = current()
    runtime.inFlight.begin()
    let response: HttpResponse | undefined
    try {
      response = await run(find, runtime, request, id)
    } finally {
      if (typeof response?.body !== 'object') runtime.inFlight.end()
    }
    return trackUntilSent(response, request, runtime.inFlight)
  }

  function failure(error: unknown, requestId: string): HttpResponse {
    return errorResponse(error, {
      requestId,
      customize: options.customizeErrorMessage,
      log: (message, cause) => options.logger('Error', message, cause),
    })
  }
}

type HandlerResult = (request: HttpRequest, id: string) => Promise<HttpResponse>

/** Not async: a request with a known session reaches its handler without waiting. */
function run(
  find: Router<Route>,
  runtime: Runtime,
  request: HttpRequest,
  requestId: string,
): Promise<HttpResponse> {
  const { prefix } = runtime.options
  if (!isUnderPrefix(request.url, prefix)) throw new RouteNotFoundError(request.url)
  const { path, query: sent } = splitUrl(request.url, prefix)
  const { handler: route, params: parts } = find(request.method, path)
  const params = path.includes('%') ? decodeNames(parts) : parts
  if ('isPublic' in route) {
    return route.handler({ runtime, request, requestId, params, query: sent })
  }
  const link = 'checkExport' in route ? splitDownloadLink(sent) : undefined
  const query = link ? link.query : sent
  const handle = (access: Access): Promise<HttpResponse> => {
    const context = { runtime, request, requestId, params, query, access }
    return runtime.activity ? runtime.activity.run(route, context) : route.handler(context)
  }
  const opened = link
    ? runtime.gateway.openDownload(request, requestId, link.token, `${path}?${query}`)
    : runtime.gateway.open(request, requestId)
  return opened instanceof Promise ? opened.then(handle) : handle(opened)
}

function splitUrl(url: string, prefix: string): { path: string; query: string } {
  const mark = url.indexOf('?')
  const path = mark < 0 ? url.slice(prefix.length) : url.slice(prefix.length, mark)
  return { path: path === '' ? '/' : path, query: mark < 0 ? '' : url.slice(mark + 1) }
}

type RequestLog = (request: HttpRequest, status: number, id: string, startedAt: number) => void

/** One line per request at level Debug, without the query, which may contain search texts. */
function logRequests({ logger, loggerLevel }: ResolvedOptions): RequestLog | undefined {
  if (loggerLevel !== 'Debug') return undefined
  return (request, status, id, startedAt) => {
    const path = request.url.split('?', 1)[0]
    const duration = (performance.now() - startedAt).toFixed(1)
    logger('Debug', `[${status}] ${request.method} ${path} - ${duration} ms - ${id}`)
  }
}
