import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A request, and the credentials it was sent with. */
interface RecordedRequest {
  readonly line: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** A stub service with one person and one environment, with the payloads of the real one. */
export interface StubService {
  readonly url: string
  readonly requests: RecordedRequest[]
  /** Tokens that are valid. */
  readonly tokens: Map<string, number>
  /** What the agent uploaded. */
  schema: object | undefined
  /** Responses that replace the default ones, by lines like `GET /api/me`. */
  readonly overrides: Map<string, StubAnswer>
  stop(): Promise<void>
}

interface StubAnswer {
  readonly status: number
  readonly body?: object | string
  readonly headers?: Readonly<Record<string, string | string[]>>
}

export const person = { email: 'ada@example.com', password: 'seven blue boats 31' }
export const envSecret: string = '4b'.repeat(32)

const session = {
  cookie: 'service_session=pubpubpub.secretsecretsecret',
  csrfToken: 'csrf-token-x',
}
const account = {
  id: 1,
  email: person.email,
  username: 'ada',
  firstName: 'Ada',
  lastName: 'Lovelace',
  isOwner: false,
}

/** A token in the form of the real ones. */
export const tokenNumber = (id: number): string =>
  `svcp_${String(id).padStart(12, 'x')}_${'s'.repeat(43)}abcdef`

export async function startStubService(): Promise<StubService> {
  const requests: RecordedRequest[] = []
  const tokens = new Map<string, number>()
  const overrides = new Map<string, StubAnswer>()
  let lastToken = 0
  const findBearer = ({ headers }: RecordedRequest) =>
    tokens.get(headers.authorization?.replace('Bearer ', '') ?? '')
  const isInSession = ({ headers }: RecordedRequest) =>
    headers.cookie === session.cookie && headers['x-csrf-token'] === session.csrfToken
  const isAgent = ({ headers }: RecordedRequest) => headers['service-secret-key'] === envSecret

  const unauthorized = (message: string): StubAnswer => ({
    status: 401,
    body: { code: 'unauthorized', message },
  })
  const routes: Record<string, (request: RecordedRequest) => StubAnswer> = {
    'POST /api/sessions': ({ body }) => {
      const { email, password } = JSON.parse(body)
      if (email !== person.email || password !== person.password) {
        return unauthorized('The e-mail address or the password is wrong.')
      }
      const cookies = [`${session.cookie}; Path=/; HttpOnly`, 'service_browser=b; Path=/; HttpOnly']
      return {
        status: 201,
        body: { user: account, csrfToken: session.csrfToken },
        headers: { 'set-cookie': cookies },
      }
    },
    'POST /api/me/tokens': request => {
      if (!isInSession(request)) return unauthorized('Sign in first, or send a personal token.')
      const [id, { name, expiresAt }] = [++lastToken, JSON.parse(request.body)]
      tokens.set(tokenNumber(id), id)
      return { status: 201, body: { id, name, expiresAt, token: tokenNumber(id) } }
    },
    'GET /api/me': request =>
      findBearer(request)
        ? { status: 200, body: account }
        : unauthorized('The personal token is unknown, expired or revoked.'),
    'DELETE /api/session': request =>
      isInSession(request) ? { status: 204 } : unauthorized('The session has ended.'),
    'GET /agent-api/environment': request =>
      isAgent(request)
        ? { status: 200, body: { data: { id: '7', attributes: { api_endpoint: null } } } }
        : unauthorized('The environment secret is unknown or revoked.'),
    'GET /agent-api/schema': request => {
      if (!isAgent(request)) return unauthorized('The environment secret is unknown or revoked.')
      if (stub.schema) return { status: 200, body: stub.schema }
      const message = 'No agent has uploaded a schema for this environment yet.'
      return { status: 404, body: { code: 'not_found', message } }
    },
  }
  const revoke = (request: RecordedRequest): StubAnswer => {
    const owner = findBearer(request)
    const id = Number(request.line.split('/').at(-1))
    if (!owner) return unauthorized('The personal token is unknown, expired or revoked.')
    for (const [token, each] of tokens) if (each === id) tokens.delete(token)
    return { status: 204 }
  }

  const server = createServer(async (incoming, response) => {
    const line = `${incoming.method} ${incoming.url}`
    const request = { line, headers: incoming.headers, body: await text(incoming) }
    requests.push(request)
    const answer = line.startsWith('DELETE /api/me/tokens/') ? revoke : routes[line]
    const { status, body, headers } = overrides.get(line) ??
      answer?.(request) ?? { status: 404, body: { code: 'not_found', message: 'No such path.' } }
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const stub: StubService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    tokens,
    schema: undefined,
    overrides,
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return stub
}
