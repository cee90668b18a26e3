import {
  createRouter,
  errorResponse,
  type HttpRequest,
  type HttpResponse,
  isUnderPrefix,
  RouteNotFoundError,
  requestId,
} from '@service/http'
import { schemaTagHeader } from '@service/protocol'
import { correlationHeader } from './aliases.js'
import { splitDownloadLink } from './auth/download-links.js'
import { decodeNames } from './decode-names.js'
import { NotInBatchError, ReadOnlyAgentError, ReadOnlyViewError } from './errors.js'
import type { Access } from './gateway/access.js'
import { observeRequests } from './observe/observe-requests.js'
import type { Observer } from './observe/observer.js'
import type { ResolvedOptions } from './options.js'
import { aiQuery } from './routes/ai-proxy.js'
import { renew } from './routes/authentication.js'
import { routes } from './routes/index.js'
import type { PrivateRoute, Route } from './routes/route.js'
import { scopeCacheInvalidation } from './routes/scope-cache-invalidation.js'
import type { Runtime } from './runtime.js'
import type { Serve, SessionFacts } from './serve.js'
import { splitUrl } from './split-url.js'
import { trackUntilSent } from './track-until-sent.js'

/** Handles requests inside the process: those that arrive at the agent, and those it makes itself. */
export interface RequestServer {
  /**
   * Request id, route, session, handler, errors, log. `current` returns the runtime, or throws when
   * there is none.
   */
  serveRoute(request: HttpRequest, current: () => Runtime): Promise<HttpResponse>
  /** Request id, errors and log around another way to respond. */
  serve: Serve
  toFailure(error: unknown, requestId: string, request: HttpRequest): HttpResponse
}

export function createRequestServer(options: ResolvedOptions, observer?: Observer): RequestServer {
  const find = createRouter(routes.map(route => ({ ...route, handler: route })))
  const idHeader = correlationHeader(options.prefix)
  const log = logRequests(options)

  const servePlainly: Serve = async (request, respond) => {
    const id = requestId(request)
    const startedAt = log && performance.now()
    const session: SessionFacts = {}
    const { status, headers, body } = await respond(request, id, session).catch(error =>
      toFailure(error, id, request),
    )
    if (log && startedAt !== undefined) log(request, status, id, startedAt)
    const { schemaTag } = session
    // Spread last: V8 copies into a literal that begins with its own keys twice as fast.
    if (schemaTag === undefined) return { status, headers: { [idHeader]: id, ...headers }, body }
    return { status, headers: { [idHeader]: id, [schemaTagHeader]: schemaTag, ...headers }, body }
  }

  const serve = observer ? observeRequests(servePlainly, options, find, observer) : servePlainly

  return {
    serve,
    toFailure,
    serveRoute: (request, current) =>
      serve(
        request,
        (received, id, session) => respond(current, received, id, session, false),
        current,
      ),
  }

  /** One read of a batch, in the runtime that serves the batch. */
  function serveRead(runtime: Runtime, request: HttpRequest): Promise<HttpResponse> {
    const current = () => runtime
    return serve(request, (read, id, session) => respond(current, read, id, session, true), current)
  }

  async function respond(
    current: () => Runtime,
    request: HttpRequest,
    id: string,
    session: SessionFacts,
    isInBatch: boolean,
  ): Promise<HttpResponse> {
    const runtime = current()
    runtime.inFlight.begin()
    let response: HttpResponse | undefined
    try {
      response = await run(runtime, request, id, session, isInBatch)
    } finally {
      if (typeof response?.body !== 'object') runtime.inFlight.end()
    }
    return trackUntilSent(response, request, runtime.inFlight)
  }

  /** Not async: a request with a known session reaches its handler without waiting. */
  function run(
    runtime: Runtime,
    request: HttpRequest,
    requestId: string,
    session: SessionFacts,
    isInBatch: boolean,
  ): Promise<HttpResponse> {
    const { prefix } = runtime.options
    if (!isUnderPrefix(request.url, prefix)) throw new RouteNotFoundError(request.url)
    const { path, query: sent } = splitUrl(request.url, prefix)
    const { handler: route, params: parts } = find(request.method, path)
    if (isInBatch && !isRead(route)) throw new NotInBatchError(request.method, path)
    const params = path.includes('%') ? decodeNames(parts) : parts
    if ('isPublic' in route) {
      return route.handler({ runtime, request, requestId, params, query: sent })
    }
    const link = 'checkExport' in route ? splitDownloadLink(sent) : undefined
    const query = link ? link.query : sent
    const handle = (access: Access): Promise<HttpResponse> => {
      session.schemaTag = access.schemaTag
      if (access.viewedAsRole !== undefined && !isAllowedInViews(route)) {
        throw new ReadOnlyViewError(access.viewedAsRole)
      }
      if (options.readOnly !== undefined && !isAllowedInReadOnlyAgents(route)) {
        throw new ReadOnlyAgentError(options.readOnly)
      }
      const context = { runtime, request, requestId, params, query, access, serveRead }
      return runtime.activity ? runtime.activity.run(route, context) : route.handler(context)
    }
    const opened = link
      ? runtime.gateway.openDownload(request, requestId, link.token, `${path}?${query}`)
      : runtime.gateway.open(request, requestId)
    return opened instanceof Promise ? opened.then(handle) : handle(opened)
  }

  function toFailure(error: unknown, requestId: string, { signal }: HttpRequest): HttpResponse {
    // Work that was cancelled because the client disconnected is not an error.
    const level = signal.aborted && error === signal.reason ? 'Debug' : 'Error'
    return errorResponse(error, {
      requestId,
      customize: options.customizeErrorMessage,
      log: (message, cause) => options.logger(level, message, cause),
    })
  }
}

/** A route is refused in read-only views unless it is known to change nothing. */
function isAllowedInViews(route: PrivateRoute): boolean {
  return isRead(route) || 'checkExport' in route || route.readsOnly === true
}

/** These routes change no record, but are not for people who look as a role. */
const changesNoRecord: ReadonlySet<PrivateRoute> = new Set([renew, scopeCacheInvalidation, aiQuery])

function isAllowedInReadOnlyAgents(route: PrivateRoute): boolean {
  return isAllowedInViews(route) || changesNoRecord.has(route)
}

function isRead(route: Route): boolean {
  return 'isRead' in route && route.isRead === true
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
