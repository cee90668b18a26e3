import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import {
  type Agent,
  type AgentOptions,
  createAgent,
  createInProcessService,
  type InProcessService,
} from '@service/agent'
import { createMemoryDataSource } from '@service/datasource-memory'
import * as oauth from 'oauth4webapi'
import type { McpMountOptions } from '../options.js'

export interface MountedOptions extends Partial<AgentOptions> {
  readonly mcp?: McpMountOptions
  readonly agentUrl?: string
  readonly customize?: (agent: Agent) => unknown
}

/** What a client has after a person authorized it. */
interface AuthorizedClient {
  readonly accessToken: string
  readonly refreshToken: string
  readonly clientId: string
  readonly server: oauth.AuthorizationServer
}

/** An agent with an MCP server and no port, and clients that use all of its routes. */
export interface OpenMounted {
  readonly agent: Agent
  readonly service: InProcessService
  readonly logs: readonly string[]
  /** `from` is the IP address of the client; `path` begins at the root. */
  ask(path: string, init?: RequestInit, from?: string): Promise<Response>
  /** Registers a client, gets consent, and exchanges the authorization code. */
  authorizeClient(userId?: number): Promise<AuthorizedClient>
  refresh(held: AuthorizedClient): Promise<oauth.TokenEndpointResponse>
  connect(accessToken: string, from?: string): Promise<Client>
  close(): Promise<void>
}

const origin = 'https://shop.example.com'
const redirectUri = 'https://notebook.example.com/callback'
const numbered = { type: 'Number', isPrimaryKey: true } as const

const orders = () =>
  createMemoryDataSource({
    orders: {
      columns: { id: numbered, reference: 'String', total: 'Number' },
      records: [
        { id: 1, reference: 'A-1', total: 10 },
        { id: 2, reference: 'A-2', total: 20 },
      ],
    },
    secrets: { columns: { id: numbered }, records: [] },
  })

export async function openMounted(options: MountedOptions = {}): Promise<OpenMounted> {
  const { mcp, agentUrl = `${origin}/service`, customize, ...agentOptions } = options
  const folder = await mkdtemp(join(tmpdir(), 'mounted-'))
  const logs: string[] = []
  const service = createInProcessService({
    users: [
      { id: 1, email: 'ada@example.com', roleId: 1 },
      { id: 2, email: 'bob@example.com', roleId: 2 },
    ],
    roles: { 1: 'Clerk', 2: 'Head' },
    rights: { orders: true },
    ...(agentUrl && { agentUrl }),
  })
  const agent = createAgent({
    authSecret: 'a secret for tests, of 32 characters',
    envSecret: '0'.repeat(64),
    logger: (level, message, error) => logs.push(`${level} ${message} ${error ?? ''}`),
    schemaPath: join(folder, 'schema.json'),
    service,
    ...agentOptions,
  })
  agent.addDataSource(orders())
  customize?.(agent)
  await agent.mountAiMcpServer(mcp).start()

  const base = `${origin}${mcp?.basePath ?? ''}`
  const ask = (path: string, init?: RequestInit, from = '203.0.113.7') =>
    agent.fetch(new Request(origin + path, init), { remoteAddress: from })
  const fetchFrom = (from?: string) => (url: string | URL, init?: RequestInit) =>
    agent.fetch(new Request(url, init), { remoteAddress: from ?? '203.0.113.7' })
  const through = {
    [oauth.customFetch]: (url: string, init: oauth.CustomFetchOptions<string, unknown>) =>
      fetchFrom()(url, init as RequestInit),
  }

  return {
    agent,
    service,
    logs,
    ask,
    async authorizeClient(userId = 1) {
      const issuer = new URL(base)
      const server = await oauth.processDiscoveryResponse(
        issuer,
        await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...through }),
      )
      const { clientId } = service.mcp.registerClient({
        clientName: 'Notebook',
        redirectUris: [redirectUri],
      })
      const client = { client_id: clientId }
      const verifier = oauth.generateRandomCodeVerifier()
      const url = new URL(server.authorization_endpoint ?? '')
      url.search = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state: 'a state',
        resource: `${base}/mcp`,
      }).toString()
      const sent = await fetchFrom()(url, { redirect: 'manual' })
      const code = service.mcp.grantCode(userId, sent.headers.get('location') ?? '')
      const callback = new URL(`${redirectUri}?code=${encodeURIComponent(code)}&state=a+state`)
      const tokens = await oauth.processAuthorizationCodeResponse(
        server,
        client,
        await oauth.authorizationCodeGrantRequest(
          server,
          client,
          oauth.None(),
          oauth.validateAuthResponse(server, client, callback, 'a state'),
          redirectUri,
          verifier,
          through,
        ),
      )
      return {
        accessToken: tokens.access_token,
        refreshToken: tokens.refresh_token ?? '',
        clientId,
        server,
      }
    },
    async refresh({ server, clientId, refreshToken }) {
      const client = { client_id: clientId }
      return oauth.processRefreshTokenResponse(
        server,
        client,
        await oauth.refreshTokenGrantRequest(server, client, oauth.None(), refreshToken, through),
      )
    },
    async connect(accessToken, from) {
      const client = new Client({ name: 'test', version: '1' })
      const transport = new StreamableHTTPClientTransport(new URL(`${base}/mcp`), {
        fetch: fetchFrom(from),
        requestInit: { headers: { authorization: `Bearer ${accessToken}` } },
      })
      await client.connect(transport)
      return client
    },
    async close() {
      await agent.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
