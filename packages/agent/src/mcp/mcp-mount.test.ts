import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createMemoryDataSource } from '@service/datasource-memory'
import type { ExpressHost } from '@service/http'
import { createInProcessService, type ServicePort } from '@service/service-client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Agent, createAgent } from '../agent.js'
import type { AgentOptions } from '../options.js'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let folder: string
let agent: Agent | undefined
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-mount-'))
})
afterEach(async () => {
  await agent?.stop()
  await rm(folder, { recursive: true, force: true })
})

const serviceAt = (agentUrl?: string) =>
  createInProcessService({
    users: [{ id: 1, email: 'ada@example.com', roleId: 1 }],
    rights: true,
    agentUrl,
  })

function create(options: Partial<AgentOptions> = {}): Agent {
  agent = createAgent({
    authSecret: 'a secret for tests, of 32 characters',
    envSecret: '0'.repeat(64),
    logger: () => {},
    schemaPath: join(folder, 'schema.json'),
    service: serviceAt('https://shop.example.com/service'),
    ...options,
  })
  return agent.addDataSource(
    createMemoryDataSource({
      orders: { columns: { id: { type: 'Number', isPrimaryKey: true } }, records: [] },
    }),
  )
}

const ask = async (path: string, method = 'GET') => {
  const response = await agent?.fetch(new Request(`http://localhost${path}`, { method }))
  await response?.text()
  return response?.status
}

describe('mountAiMcpServer', () => {
  it('checks its options at once', () => {
    expect(() => create().mountAiMcpServer({ basePath: '/a b' })).toThrow("Option 'basePath'")
    const wrong = { enabledTools: ['lists'] } as object
    expect(() => create().mountAiMcpServer(wrong)).toThrow(
      /describeCollection, list, listRelated, create, update, delete, associate, dissociate, getActionForm, executeAction/,
    )
  })

  it('can be called once, before start', async () => {
    const mounted = create().mountAiMcpServer()
    expect(() => mounted.mountAiMcpServer()).toThrow('mountAiMcpServer can be called once.')
    const other = create()
    await other.start()
    expect(() => other.mountAiMcpServer()).toThrow('Call mountAiMcpServer before start.')
  })

  it.each(['/mcp', '/oauth', '/mcp/agent'])(
    'refuses an agent whose every path would be its own, as with the prefix %s',
    prefix => {
      expect(() => create({ prefix }).mountAiMcpServer()).toThrow(
        `mountAiMcpServer would take every path of the agent, whose prefix is '${prefix}'.`,
      )
      create({ prefix }).mountAiMcpServer({ basePath: '/ai' })
    },
  )

  it('makes start fail with a service that cannot let AI clients in', async () => {
    const { mcp: _, ...service } = serviceAt()
    await expect(
      create({ service: service as ServicePort })
        .mountAiMcpServer()
        .start(),
    ).rejects.toThrow("the one passed as option 'service' has no 'mcp'")
  })

  it.each([
    ['/ai', 'https://shop.example.com/admin/service', "The option basePath '/ai' needs an agent"],
    ['', 'http://shop.example.com/service', 'It must be https'],
  ])('makes start fail with base path %j and the agent at %s', async (basePath, url, message) => {
    const started = create({ service: serviceAt(url) })
      .mountAiMcpServer({ basePath })
      .start()
    await expect(started).rejects.toThrow(message)
    expect(await ask('/service/')).toBe(503)
  })
})

describe('the paths of an MCP server', () => {
  it('are nobody’s until one is mounted, and wait for start then', async () => {
    const plain = create()
    await plain.start()
    expect(await ask('/mcp', 'POST')).toBe(404)
    await plain.stop()
    plain.mountAiMcpServer()
    expect(await ask('/mcp', 'POST')).toBe(503)
    await plain.start()
    expect(await ask('/mcp', 'POST')).toBe(401)
  })

  it('are taken from a host also when it is mounted after the agent, and no others', async () => {
    const { host, at, close } = await openHost()
    create().mountOnExpress(host)
    expect(await at('/oauth/token', 'POST')).toBe('200 host')
    agent?.mountAiMcpServer()
    await agent?.start()
    expect(await at('/oauth/unknown', 'POST')).toMatch(/^404 .*route_not_found/)
    expect(await at('/oauth/unknown', 'GET')).toMatch(/^405 .*method_not_allowed/)
    expect(await at('/mcp', 'POST')).toMatch(/^401 /)
    expect(await at('/.well-known/oauth-protected-resource/mcp')).toMatch(/^200 .*resource/)
    for (const path of ['/', '/oauth', '/mcps', '/account']) {
      expect(await at(path)).toBe('200 host')
    }
    expect(await at('/service/')).toMatch(/^200 (?!host)/)
    await close()
  })

  it('leave the root to the host below a base path, but for two documents', async () => {
    const { host, at, close } = await openHost()
    create().mountAiMcpServer({ basePath: '/ai' }).mountOnExpress(host)
    await agent?.start()
    for (const path of ['/mcp', '/oauth/token', '/.well-known/oauth-authorization-server']) {
      expect(await at(path, 'POST')).toBe('200 host')
    }
    expect(await at('/ai/mcp', 'POST')).toMatch(/^401 /)
    expect(await at('/.well-known/oauth-authorization-server/ai')).toMatch(/^200 .*issuer/)
    await close()
  })
})

type Middleware = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  next: (error?: unknown) => void,
) => void

/** A minimal host: one middleware, then its own response. */
async function openHost() {
  let mounted: Middleware = (_, __, next) => next()
  const host: ExpressHost = {
    use(middleware) {
      mounted = middleware
    },
  }
  const server = createServer((incoming, outgoing) =>
    mounted(incoming, outgoing, () => outgoing.end('host')),
  )
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    host,
    async at(path: string, method = 'GET') {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { method })
      return `${response.status} ${await response.text()}`
    },
    close() {
      server.closeAllConnections()
      return new Promise(resolve => server.close(resolve))
    },
  }
}

describe('the MCP library', () => {
  it('is loaded by an agent that mounts it, and by no other', async () => {
    const program = fileURLToPath(new URL('../testing/loaded-packages.mjs', import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, [program, folder])
    const { without, mounted } = JSON.parse(stdout) as Record<string, string[]>
    const heavy = ['@modelcontextprotocol/server', 'zod']
    expect(mounted).toEqual(expect.arrayContaining(heavy))
    expect(without).toContain('jose')
    expect(without?.filter(name => heavy.includes(name))).toEqual([])
  })
})
