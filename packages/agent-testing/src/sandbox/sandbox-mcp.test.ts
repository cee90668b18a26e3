import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { type Agent, createAgent } from '@service/agent'
import { createOAuthMemory } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAgentTestClient } from '../client/create-agent-test-client.js'
import type { AgentTestClient } from '../client/test-client.js'
import { addShopActions, shopSource } from '../testing/shop.js'
import { createServiceSandbox, type ServiceSandbox } from './create-service-sandbox.js'

const envSecret = 'b2'.repeat(32)
const authSecret = 'a secret for the tests of the sandbox'
let folder: string
let sandbox: ServiceSandbox
let agent: Agent
let client: AgentTestClient
let origin: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-mcp-'))
  sandbox = await createServiceSandbox(0)
  const agentSchemaPath = join(folder, 'schema.json')
  agent = createAgent({
    authSecret,
    envSecret,
    serverUrl: sandbox.url,
    schemaPath: agentSchemaPath,
    loggerLevel: 'Error',
  })
  agent.addDataSource(shopSource())
  addShopActions(agent)
  await agent.mountAiMcpServer().mountOnStandaloneServer(0, '127.0.0.1').start()
  origin = `http://127.0.0.1:${agent.standaloneServerPort}`
  client = await createAgentTestClient({
    agentForestEnvSecret: envSecret,
    agentForestAuthSecret: authSecret,
    agentUrl: origin,
    serverUrl: sandbox.url,
    agentSchemaPath,
  })
}, 30_000)
afterAll(async () => {
  await agent?.stop()
  await sandbox?.close()
  await rm(folder, { recursive: true, force: true })
})

/** An OAuth client without a browser, which follows the redirects itself. */
async function connect() {
  let returned = new URL('http://127.0.0.1')
  const memory = createOAuthMemory('http://127.0.0.1:9/callback', async url => {
    const toSandbox = await fetch(url, { redirect: 'manual' })
    const back = await fetch(toSandbox.headers.get('location') ?? '', { redirect: 'manual' })
    returned = new URL(back.headers.get('location') ?? '')
  })
  const createTransport = () =>
    new StreamableHTTPClientTransport(new URL('/mcp', origin), { authProvider: memory.provider })
  const refused = createTransport()
  await expect(new Client({ name: 'test', version: '1' }).connect(refused)).rejects.toThrow()
  await refused.finishAuth(returned.searchParams.get('code') ?? '')
  const program = new Client({ name: 'test', version: '1' })
  await program.connect(createTransport())
  return { program, returned, tokens: memory.tokens, clientId: memory.clientId }
}

const call = async (program: Client, name: string, args: object) => {
  const { content, isError } = await program.callTool({ name, arguments: { ...args } })
  const [block] = content as { text: string }[]
  return { isError: isError ?? false, value: JSON.parse(block?.text ?? '') }
}

const asAgent = (method: string, path: string, body?: object) =>
  fetch(sandbox.url + path, {
    method,
    headers: { 'service-secret-key': envSecret, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  })

describe('a sandbox lets AI clients in', () => {
  it('whoever signs in, with their rights, without a question', async () => {
    await client.service.setRole(2, 'Clerk')
    await client.service.setUser({ id: 2, email: 'clerk@example.com', roleId: 2 })
    await client.service.setRights('orders', {
      browse: true,
      read: true,
      edit: { roles: [1] },
      actions: {
        Refund: { trigger: true, requireApproval: { roles: [2] }, approve: { roles: [1] } },
      },
    })
    sandbox.signInAs(envSecret, 2)
    const { program } = await connect()
    const listed = await call(program, 'list', { collectionName: 'orders' })
    expect(listed.value.records).toHaveLength(3)
    const asked = await call(program, 'executeAction', {
      collectionName: 'orders',
      actionName: 'Refund',
      recordIds: [1],
      values: { Amount: 5 },
      reasoning: 'The parcel came late.',
    })
    expect(asked.value).toMatchObject({ approvalRequested: true })
    const { approvals } = await sandbox.environment(envSecret).recorded()
    expect(approvals).toMatchObject([
      { collection: 'orders', action: 'Refund', requesterId: 2, message: 'The parcel came late.' },
    ])
    const done = await client.approve({ id: asked.value.approvalId })
    expect(done).toMatchObject({ success: expect.stringContaining('refunds 5') })
    await program.close()
    sandbox.signInAs(envSecret, 1)
  })

  it('until the program gives its access up', async () => {
    const { program, tokens, clientId } = await connect()
    await program.listTools()
    const revoked = await fetch(`${origin}/oauth/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ token: tokens()?.refresh_token ?? '', client_id: clientId() }),
    })
    expect(revoked.status).toBe(200)
    const { endedGrants } = (await (await asAgent('GET', '/agent-api/ended-grants')).json()) as {
      endedGrants: string[]
    }
    expect(endedGrants).toHaveLength(1)
    await expect(program.listTools()).rejects.toThrow()
  })

  it('and refreshes what they hold', async () => {
    const { tokens, clientId } = await connect()
    const refreshed = await fetch(`${origin}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: tokens()?.refresh_token ?? '',
        client_id: clientId(),
      }),
    })
    expect(await refreshed.json()).toMatchObject({
      scope: 'mcp:read mcp:write mcp:action',
      token_type: 'Bearer',
    })
  })

  it('but no program nobody knows, to no address it did not register, for nobody', async () => {
    const registered = await fetch(`${sandbox.url}/oauth/register`, {
      method: 'POST',
      body: JSON.stringify({ redirect_uris: ['https://notebook.example/callback'] }),
    })
    expect(registered.status).toBe(201)
    const { client_id } = (await registered.json()) as { client_id: string }
    const authorize = async (changes: Record<string, string>) => {
      const query = new URLSearchParams({
        client_id,
        redirect_uri: 'https://notebook.example/callback',
        code_challenge: 'x',
        state: 'a state',
        environmentId: '1',
        ...changes,
      })
      const response = await fetch(`${sandbox.url}/oauth/authorize?${query}`, {
        redirect: 'manual',
      })
      return `${response.status} ${response.headers.get('location') ?? (await response.text())}`
    }
    expect(await authorize({ client_id: 'x' })).toContain('invalid_client')
    expect(await authorize({ redirect_uri: 'https://evil.example/' })).toContain('invalid_client')
    expect(await authorize({ environmentId: '9' })).toContain('invalid_request')
    expect(await authorize({})).toMatch(
      /^302 https:\/\/notebook\.example\/callback\?code=[\w-]{43}&state=a\+state$/,
    )
    sandbox.signInAs(envSecret, 99)
    expect(await authorize({})).toContain('error=access_denied')
    sandbox.signInAs(envSecret, 1)
    const wrong = await asAgent('POST', '/oauth/token', { grant_type: 'refresh_token' })
    expect([wrong.status, await wrong.json()]).toMatchObject([400, { error: 'invalid_grant' }])
    expect(
      (await fetch(`${sandbox.url}/oauth/register`, { method: 'POST', body: '{}' })).status,
    ).toBe(400)
    expect((await fetch(`${sandbox.url}/oauth/register/x`)).status).toBe(404)
  })
})

describe('the address of an agent', () => {
  const told = async (at: ServiceSandbox, secret: string) => {
    const response = await fetch(`${at.url}/agent-api/environment`, {
      headers: { 'service-secret-key': secret },
    })
    const { data } = (await response.json()) as { data: { attributes: object } }
    return data.attributes
  }

  it('is the one a test client was given, unless a test says another', async () => {
    expect(await told(sandbox, envSecret)).toMatchObject({
      api_endpoint: origin,
      agent_url: `${origin}/service`,
    })
    const other = 'c3'.repeat(32)
    expect(await told(sandbox, other)).toMatchObject({ api_endpoint: null, agent_url: null })
    sandbox.setAgentUrl(other, 'http://127.0.0.1:4000/admin/forest/')
    expect(await told(sandbox, other)).toMatchObject({
      api_endpoint: 'http://127.0.0.1:4000/admin',
      agent_url: 'http://127.0.0.1:4000/admin/forest',
    })
    expect(() => sandbox.setAgentUrl(other, 'somewhere')).toThrow("'somewhere' is not the URL")
  })

  it('can be given to a new sandbox', async () => {
    const another = await createServiceSandbox(0, { agentUrl: 'http://127.0.0.1:3351/forest' })
    expect(await told(another, envSecret)).toMatchObject({ api_endpoint: 'http://127.0.0.1:3351' })
    await another.close()
  })
})
