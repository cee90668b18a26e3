import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { benchUser } from '../targets/session-token.js'

/** What the peer agent asks of its hosted service, answered from loopback: everything is allowed. */
export interface FakeService {
  readonly url: string
  stop(): Promise<void>
}

export async function startFakeService(): Promise<FakeService> {
  // Collection names by environment secret, learnt from the schema the agent sends.
  const collections = new Map<string, readonly string[]>()
  const server = createServer((request, response) => {
    answer(request, response, collections).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections()
      await new Promise(done => server.close(done))
    },
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  collections: Map<string, readonly string[]>,
): Promise<void> {
  const host = `http://${request.headers.host}`
  const { pathname } = new URL(request.url ?? '/', host)
  const secret = String(request.headers['forest-secret-key'] ?? '')
  if (pathname === '/forest/apimaps') {
    const schema = (await json(request)) as { data: { id: string }[] }
    collections.set(
      secret,
      schema.data.map(collection => collection.id),
    )
    return send(response, 200, {})
  }
  if (pathname === '/liana/v4/subscribe-to-events') {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('event: heartbeat\ndata: 1\n\n')
    return
  }
  request.resume()
  const body = fixedAnswer(pathname, host, collections.get(secret))
  if (body === undefined) return send(response, 404, { errors: [{ detail: 'not stubbed' }] })
  return send(response, pathname === '/oidc/reg' ? 201 : 200, body)
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

function fixedAnswer(
  pathname: string,
  host: string,
  collections: readonly string[] | undefined,
): unknown {
  if (pathname.endsWith('/openid-configuration')) return openIdConfiguration(host)
  if (pathname.startsWith('/liana/v4/permissions/renderings/')) return rendering(collections ?? [])
  if (pathname.startsWith('/liana/mcp-server-configs')) return {}
  if (pathname === '/liana/v4/permissions/environment') return permissions(collections)
  return fixed[pathname]
}

const fixed: Readonly<Record<string, unknown>> = {
  '/oidc/reg': {
    client_id: 'bench',
    redirect_uris: ['http://127.0.0.1/cb'],
    token_endpoint_auth_method: 'none',
  },
  '/forest/apimaps/hashcheck': { sendSchema: true },
  '/liana/v4/permissions/users': [
    { ...benchUser, fullName: 'Ben Ch', permissionLevel: 'admin', roleId: 1, tags: {} },
  ],
  '/liana/v1/ip-whitelist-rules': {
    data: {
      type: 'ip-whitelist-rules',
      id: '1',
      attributes: { use_ip_whitelist: false, rules: [] },
    },
  },
  '/liana/model-customizations': [],
}

function openIdConfiguration(host: string): object {
  return {
    issuer: host,
    authorization_endpoint: `${host}/oidc/auth`,
    token_endpoint: `${host}/oidc/token`,
    registration_endpoint: `${host}/oidc/reg`,
    jwks_uri: `${host}/oidc/jwks`,
  }
}

const right = { roles: [1] }
const everyRight = {
  browseEnabled: right,
  readEnabled: right,
  editEnabled: right,
  addEnabled: right,
  deleteEnabled: right,
  exportEnabled: right,
}

/** `true` before the schema is known: the agent then allows everything. */
function permissions(collections: readonly string[] | undefined): unknown {
  if (!collections) return true
  const granted = collections.map(name => [name, { collection: everyRight, actions: {} }])
  return { collections: Object.fromEntries(granted) }
}

function rendering(collections: readonly string[]): object {
  const plain = collections.map(name => [name, { scope: null, segments: [] }])
  return {
    team: { id: 1, name: 'Operations' },
    collections: Object.fromEntries(plain),
    stats: [],
  }
}
