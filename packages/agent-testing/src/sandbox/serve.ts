import type { IncomingMessage, ServerResponse } from 'node:http'
import { readBytes } from '@service/http'
import { agentRoutes } from './agent-routes.js'
import { listPaths, readHeader } from './aliases.js'
import { grantRoutes } from './grant-routes.js'
import { panelRoutes } from './panel-routes.js'
import { failure, type SandboxAnswer, type SandboxRoute, type SandboxState } from './route.js'
import { signInRoutes } from './sign-in-routes.js'
import { testRoutes } from './test-routes.js'

interface Pattern {
  readonly method: string
  readonly expression: RegExp
  readonly route: SandboxRoute
}

const patterns: readonly Pattern[] = [
  ...agentRoutes,
  ...signInRoutes,
  ...panelRoutes,
  ...grantRoutes,
  ...testRoutes,
].flatMap(route =>
  listPaths(route.method, route.path).map(path => ({
    method: route.method,
    expression: new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
    route,
  })),
)

/** How many requests are kept for `recorded()`: agents that are developed with a sandbox send some all day. */
const maxRequests = 300

/** Serves one request. */
export async function serve(
  state: SandboxState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const result = await handle(state, request, response)
    if (result) send(response, result)
  } catch (error) {
    send(
      response,
      failure(400, 'ValidationError', `It cannot be read: ${(error as Error).message}`),
    )
  }
}

async function handle(
  state: SandboxState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<SandboxAnswer | undefined> {
  const { method = 'GET' } = request
  const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://sandbox')
  const secret = readHeader(request.headers, 'service-secret-key')
  const body = await readBody(request)
  const isOfTest = testRoutes.some(({ path }) => path === pathname)
  if (secret !== undefined && !isOfTest) {
    const { requests } = state.environment(secret)
    requests.push({ method, path: pathname, body: plain(body) })
    if (requests.length > maxRequests) requests.shift()
  }
  for (const { method: known, expression, route } of patterns) {
    const match = known === method ? expression.exec(pathname) : null
    if (!match) continue
    const call = { state, request, response, params: match.groups ?? {}, query, body }
    if (!('handleAgent' in route)) return route.handle(call)
    if (secret === undefined) {
      return failure(401, 'UnauthorizedError', 'The secret of the environment is missing.')
    }
    return route.handleAgent({ ...call, environment: state.environment(secret) })
  }
  return failure(404, 'NotFoundError', `The sandbox has no ${method} ${pathname}.`)
}

const largestBody = 64 * 1024 * 1024

async function readBody(request: IncomingMessage): Promise<unknown> {
  const bytes = await readBytes(request, largestBody)
  if (bytes === undefined) throw new Error(`it is larger than ${largestBody} bytes.`)
  const text = new TextDecoder().decode(bytes)
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
  if (isForm) return new URLSearchParams(text)
  return text === '' ? undefined : JSON.parse(text)
}

function plain(body: unknown): unknown {
  return body instanceof URLSearchParams ? Object.fromEntries(body) : body
}

function send(response: ServerResponse, { status, headers = {}, body }: SandboxAnswer): void {
  if (response.headersSent) return void response.end()
  const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body)
  const type = typeof body === 'object' ? { 'content-type': 'application/json' } : {}
  response.writeHead(status, { ...type, ...headers }).end(text)
}
