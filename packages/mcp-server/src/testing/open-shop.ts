import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createAgent, createInProcessService, type InProcessRights } from '@service/agent'
import { type FetchHost, toFetchHandler } from '@service/http'
import type { SchemaFile } from '@service/protocol'
import type { NewApprovalRequest } from '@service/service-client'
import { type McpScope, type McpSession, mcpScopes } from '../contracts.js'
import { createProtocol } from '../protocol/create-protocol.js'
import { createAgentSessions } from '../sessions.js'
import { toolNames } from '../tool-names.js'
import { addActions, shop } from './shop.js'

const authSecret = 'a secret for tests, of 32 characters'

/** Ada has role 1 and Bob role 2; each has a region. */
const users = [
  { id: 1, email: 'ada@example.com', roleId: 1, tags: { region: 'north' } },
  { id: 2, email: 'bob@example.com', roleId: 2, tags: { region: 'south' } },
]

/** Everyone may do everything, except what Bob may not see. */
export const defaultRights: InProcessRights = {
  orders: {
    browse: true,
    read: true,
    edit: true,
    add: true,
    delete: true,
    export: true,
    fields: { total: { read: { roles: [1] }, edit: { roles: [1] } } },
    actions: {
      Refund: { trigger: { roles: [1] } },
      ...Object.fromEntries(
        ['Fail', 'Crash', 'Leave', 'Report', 'Picture', 'Archive'].map(name => [name, true]),
      ),
    },
  },
  customers: true,
  products: true,
  order_products: true,
  salaries: { browse: { roles: [1] }, read: { roles: [1] } },
}

export interface ConnectOptions {
  readonly userId?: number
  readonly scopes?: readonly McpScope[]
  readonly mode?: 'legacy' | 'auto'
}

type AgentFetch = (input: string, init: RequestInit) => Promise<Response>

/** A shop behind the protocol, and clients for it. */
export async function openShop({ enabledTools = toolNames as readonly string[] } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'mcp-'))
  const service = createInProcessService({ users, rights: defaultRights })
  const schemaPath = join(folder, 'schema.json')
  const ran: string[] = []
  const logs: string[] = []
  const approvals: NewApprovalRequest[] = []
  const requests: { readonly url: string; readonly init: RequestInit }[] = []
  const agent = createAgent({
    authSecret,
    envSecret: '0'.repeat(64),
    loggerLevel: 'Error',
    logger: () => {},
    schemaPath,
    service,
  })
  agent.addDataSource(shop())
  addActions(agent, ran)
  await agent.start()
  let schema: SchemaFile = JSON.parse(await readFile(schemaPath, 'utf8'))
  const straight: AgentFetch = (url, init) => agent.fetch(new Request(url, init))
  let agentFetch = straight
  let requestApproval = async (request: NewApprovalRequest) => approvals.push(request)
  const settings = {
    agent: {
      url: 'http://agent.invalid/service',
      fetch(url: string, init: RequestInit) {
        requests.push({ url, init })
        return agentFetch(url, init)
      },
      schema: async () => schema,
      issueSession: createAgentSessions([authSecret], () => service.snapshot),
    },
    enabledTools: new Set(enabledTools),
    requestApproval: (request: NewApprovalRequest) => requestApproval(request),
    logger: (level: string, message: string) => logs.push(`${level} ${message}`),
    version: '1.2.3',
  }
  const protocol = createProtocol(settings)
  const buildSession = ({ userId = 1, scopes = mcpScopes }: ConnectOptions): McpSession => ({
    userId,
    roleId: userId,
    renderingId: 1,
    clientId: 'a client',
    grantId: 'a grant',
    scopes: new Set(scopes),
    expiresAt: Date.now() + 60_000,
  })
  const fetchAs = (options: ConnectOptions = {}, host?: FetchHost) => {
    const handle = toFetchHandler(request => protocol.handle(request, buildSession(options)))
    return (url: string | URL, init?: RequestInit) => handle(new Request(url, init), host)
  }
  return {
    service,
    ran,
    /** Lines the protocol logged. */
    logs,
    approvals,
    /** The requests to the agent, oldest first. */
    requests,
    fetchAs,
    /** Intercepts requests of the tools to the agent. */
    setDoor: (change: (straight: AgentFetch) => AgentFetch) => {
      agentFetch = change(straight)
    },
    setApprovals: (change: typeof requestApproval) => {
      requestApproval = change
    },
    changeSchema: (change: (schema: SchemaFile) => SchemaFile) => {
      schema = change(schema)
    },
    async connect(options: ConnectOptions = {}) {
      const versionNegotiation = { mode: options.mode ?? 'auto' }
      const client = new Client({ name: 'test', version: '1' }, { versionNegotiation })
      const url = new URL('http://mcp.invalid/mcp')
      await client.connect(new StreamableHTTPClientTransport(url, { fetch: fetchAs(options) }))
      return client
    },
    async close() {
      await agent.stop()
      await rm(folder, { recursive: true })
    },
  }
}

export type Shop = Awaited<ReturnType<typeof openShop>>
