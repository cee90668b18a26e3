import { compileTrustedProxies } from '@service/http'
import { findAliasPath } from '@service/protocol'
import { type Context, Hono } from 'hono'
import type { Deps } from '../deps.js'
import { MethodNotAllowedError, NotFoundError } from '../errors.js'
import { admit } from './access/admit.js'
import { addBasePath, checkBasePath, readBasePath } from './base-path.js'
import { chooseBodyLimit } from './body-limit.js'
import { errorPage, isPageRequest } from './error-page.js'
import { buildErrorResponse, type ErrorFormat } from './error-response.js'
import { parseBody, parseParams, parseQuery } from './parse.js'
import { createRequestFacts, type NodeBindings } from './request.js'
import type { RequestInfo } from './request-info.js'
import type { Route, UntypedCall } from './route.js'
import { STRICT_POLICY, securityHeaders } from './security-headers.js'

type Headers = Record<string, string | string[]>

/** Builds the application from its routes. `runRoute` contains every step of a request, in order. */
export function mount(routes: readonly Route[], deps: Deps): Hono<NodeBindings> {
  checkBasePath(readBasePath(deps.config), routes)
  const app = new Hono<NodeBindings>()
  const respond = responder(deps)
  const methods = new Map<string, Mounted>()
  const mountAt = (written: string, errorFormat: ErrorFormat, route: Route) => {
    const path = toRouterPath(written, route)
    methods.set(path, {
      errorFormat,
      anyOrigin: route.anyOrigin ?? false,
      allowed: [...(methods.get(path)?.allowed ?? []), route.method.toUpperCase()],
    })
    app.on(route.method, path, context => {
      const run = () =>
        respond(context, route.path, errorFormat, (facts, headers) => {
          if (route.anyOrigin) headers['Access-Control-Allow-Origin'] = '*'
          return runRoute(route, deps, context.req.raw, context.req.param(), facts, headers)
        })
      if (!deps.tracing) return run()
      return deps.tracing.request(route, context.env.incoming.headers, run)
    })
  }
  for (const route of routes) {
    mountAt(route.path, chooseErrorFormat(route.path), route)
    const alias = findAliasPath(route.method, route.path)
    if (alias !== undefined) mountAt(alias, 'family', route)
  }
  for (const [path, { errorFormat, allowed, anyOrigin }] of methods) {
    app.all(path, context =>
      respond(context, path, errorFormat, async (_, headers) => {
        if (anyOrigin && context.req.method === 'OPTIONS') return preflight(allowed, headers)
        throw new MethodNotAllowedError(allowed)
      }),
    )
  }
  app.notFound(context =>
    respond(context, '', chooseErrorFormat(context.req.path), () => {
      throw new NotFoundError('There is nothing at this URL.')
    }),
  )
  return app
}

/** `/api/projects/{projectId}` as the router writes it. */
function toRouterPath(path: string, { matchesBelow }: Route): string {
  if (matchesBelow) return path.replace(/\{\w+\}$/, '*')
  return path.replace(/\{(\w+)\}/g, ':$1')
}

/** What is mounted at a path. */
interface Mounted {
  readonly errorFormat: ErrorFormat
  readonly anyOrigin: boolean
  readonly allowed: readonly string[]
}

/** The response to a CORS preflight request. */
const preflight = (allowed: readonly string[], headers: Headers) =>
  jsonResponse(204, undefined, {
    ...headers,
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': allowed.join(', '),
    'Access-Control-Allow-Headers': 'Content-Type',
    'Access-Control-Max-Age': '600',
  })

function chooseErrorFormat(path: string): ErrorFormat {
  if (path.startsWith('/v1/')) return 'public'
  return /^\/(oidc|oauth)\//.test(path) ? 'oauth' : 'own'
}

/** Runs a request and turns errors into responses. */
function responder(deps: Deps): Respond {
  const proxies = compileTrustedProxies(deps.config.trustedProxies)
  const basePath = readBasePath(deps.config)
  const respond: Respond = async (context, path, errorFormat, run) => {
    const { incoming, outgoing } = context.env
    const facts = createRequestFacts(context, proxies)
    incoming.route = path
    incoming.id = facts.id
    const headers: Headers = securityHeaders(deps.config)
    headers['Request-Id'] = facts.id
    try {
      return await run(facts, headers)
    } catch (thrown) {
      if (outgoing.destroyed) return new Response(null, { status: CLIENT_GONE })
      const { method, id: requestId } = facts
      // The token of a link is a secret, so the log has the route in place of the path.
      const shownPath = path.includes('{token}') ? path : context.req.path
      const log = deps.log.child({ requestId, method, path: shownPath })
      const error = buildErrorResponse(thrown, errorFormat, log)
      deps.metrics.failed(error.code)
      if (errorFormat === 'own' && isPageRequest(facts)) {
        return withHeaders(errorPage(error, requestId), headers)
      }
      return jsonResponse(error.status, error.body, { ...headers, ...error.headers })
    }
  }
  if (basePath === '') return respond
  return async (...request) => addBasePath(await respond(...request), basePath)
}

type Respond = (
  context: Context<NodeBindings>,
  path: string,
  errorFormat: ErrorFormat,
  run: (facts: RequestInfo, headers: Headers) => Promise<Response>,
) => Promise<Response>

/** The client has disconnected, so nobody receives this status; it only ends the request. */
const CLIENT_GONE = 400

/** Handles one request: authorizes it, parses it and calls the handler. */
async function runRoute(
  route: Route,
  deps: Deps,
  request: Request,
  params: Readonly<Record<string, string>>,
  facts: RequestInfo,
  headers: Headers,
): Promise<Response> {
  const caller = await admit(route.access, deps, facts, params, headers)
  // Built in one literal: copying the caller and adding keys is slower in V8 than all other steps together.
  const call: UntypedCall = {
    person: caller.person,
    project: caller.project,
    member: caller.member,
    environment: caller.environment,
    token: caller.token,
    params: parseParams(route.params, params),
    query: parseQuery(route.query, facts.search),
    body: route.body && (await readBody(route, request)),
    deps,
    request: facts,
    headers,
  }
  const result = await route.handle(call)
  if (result instanceof Response) return withHeaders(result, headers)
  return jsonResponse(route.status ?? 200, result, headers)
}

const readBody = (route: Route, request: Request) =>
  parseBody(route.body, request, { form: route.form, bodyLimit: chooseBodyLimit(route) })

function jsonResponse(status: number, body: unknown, headers: Headers): Response {
  if (status === 204) return new Response(null, { status, headers: flat(headers) })
  headers['Content-Type'] = 'application/json; charset=utf-8'
  return new Response(JSON.stringify(body), { status, headers: flat(headers) })
}

/** Plain objects keep the Node server on its fast path; a list is needed only for repeated headers. */
function flat(headers: Headers): Record<string, string> | [string, string][] {
  for (const name in headers) if (typeof headers[name] !== 'string') return listHeaderPairs(headers)
  return headers as Record<string, string>
}

function listHeaderPairs(headers: Headers): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  )
}

/** Headers of the response take precedence; HTML without a policy gets the strict one. */
function withHeaders(response: Response, headers: Headers): Response {
  const { headers: own } = response
  for (const [name, value] of Object.entries(headers)) {
    if (Array.isArray(value)) for (const one of value) own.append(name, one)
    else if (!own.has(name)) own.set(name, value)
  }
  const isHtml = own.get('content-type')?.startsWith('text/html') ?? false
  if (isHtml && !own.has('content-security-policy')) {
    own.set('Content-Security-Policy', STRICT_POLICY)
  }
  return response
}
