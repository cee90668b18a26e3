import { Hono } from 'hono'
import type { Deps } from '../deps.js'
import { MethodNotAllowedError, NotFoundError } from '../errors.js'
import { admit } from './access/admit.js'
import { errorAnswer } from './error-response.js'
import { parseBody, parseParams, parseQuery } from './parse.js'
import { factsOf, type NodeBindings } from './request.js'
import type { RequestFacts } from './request-facts.js'
import type { Call, Route } from './route.js'

type Headers = Record<string, string | string[]>

/** Makes the application out of its routes. Everything a request crosses is in `answer`, in order. */
export function mount(routes: readonly Route[], deps: Deps): Hono<NodeBindings> {
  const app = new Hono<NodeBindings>()
  const methods = new Map<string, string[]>()
  for (const route of routes) {
    const path = route.path.replace(/\{(\w+)\}/g, ':$1')
    methods.set(path, [...(methods.get(path) ?? []), route.method.toUpperCase()])
    app.on(route.method, path, context =>
      respond(deps, factsOf(context, deps.config), surfaceOf(route.path), (facts, headers) =>
        answer(route, deps, context.req.raw, context.req.param(), facts, headers),
      ),
    )
  }
  for (const [path, allowed] of methods) {
    app.all(path, context =>
      respond(deps, factsOf(context, deps.config), surfaceOf(path), () => {
        throw new MethodNotAllowedError(allowed)
      }),
    )
  }
  app.notFound(context =>
    respond(deps, factsOf(context, deps.config), surfaceOf(context.req.path), () => {
      throw new NotFoundError('There is nothing at this address.')
    }),
  )
  return app
}

const surfaceOf = (path: string) => (path.startsWith('/v1/') ? 'public' : 'own')

/** Runs a request and turns what it throws into an answer. */
async function respond(
  deps: Deps,
  facts: RequestFacts,
  surface: 'public' | 'own',
  run: (facts: RequestFacts, headers: Headers) => Promise<Response>,
): Promise<Response> {
  const headers: Headers = { 'Request-Id': facts.id }
  try {
    return await run(facts, headers)
  } catch (thrown) {
    const log = deps.log.child({
      requestId: facts.id,
      method: facts.method,
      path: facts.url.pathname,
    })
    const { status, headers: more, body } = errorAnswer(thrown, surface, log)
    return jsonResponse(status, body, { ...headers, ...more })
  }
}

/** One request: who, what, then the handler. */
async function answer(
  route: Route,
  deps: Deps,
  request: Request,
  params: Readonly<Record<string, string>>,
  facts: RequestFacts,
  headers: Headers,
): Promise<Response> {
  const caller = await admit(route.access, deps, facts, params, headers)
  const call: Call<unknown, unknown, unknown> = {
    ...caller,
    params: parseParams(route.params, params),
    query: parseQuery(route.query, facts.url.search),
    body: await parseBody(route.body, request),
    deps,
    request: facts,
    headers,
  }
  const result = await route.handle(call as never)
  if (result instanceof Response) return withHeaders(result, headers)
  return jsonResponse(route.status ?? 200, result, headers)
}

function jsonResponse(status: number, body: unknown, headers: Headers): Response {
  if (status === 204) return new Response(null, { status, headers: flat(headers) })
  headers['Content-Type'] = 'application/json; charset=utf-8'
  return new Response(JSON.stringify(body), { status, headers: flat(headers) })
}

/** Plain objects keep the server on its fast path; only several headers of one name need more. */
function flat(headers: Headers): Record<string, string> | [string, string][] {
  if (!Object.values(headers).some(Array.isArray)) return headers as Record<string, string>
  return Object.entries(headers).flatMap(([name, value]) =>
    Array.isArray(value)
      ? value.map(one => [name, one] as [string, string])
      : [[name, value] as [string, string]],
  )
}

function withHeaders(response: Response, headers: Headers): Response {
  for (const [name, value] of Object.entries(headers)) {
    for (const one of Array.isArray(value) ? value : [value]) response.headers.append(name, one)
  }
  return response
}
