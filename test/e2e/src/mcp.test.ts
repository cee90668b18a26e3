import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Client } from '@modelcontextprotocol/client'
import {
  endWithUs,
  freePort,
  runConformance,
  startFaultProxy,
  whyNoConformance,
} from '@service/test-support'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ask } from './ask.js'
import { connectMcp } from './mcp-client.js'
import { startTokenForwarder } from './mcp-conformance.js'
import { type OpenProject, type OpenService, openProject, type Person } from './open-service.js'
import { type OpenShop, openShop } from './open-shop.js'
import { openTestService } from './testing/open-test-service.js'

let service: OpenService
let project: OpenProject
let shop: OpenShop

const rights = { defaults: { browse: true, read: true, edit: true }, collections: {} }

beforeAll(async () => {
  service = await openTestService()
  project = await openProject(service)
  shop = await openShop(service, project)
  for (const roleId of project.roleIds) await project.setRights(roleId, rights)
})
afterAll(async () => {
  await shop?.close()
  await service?.close()
})

const call = async <T = object>(client: Client, name: string, args: object): Promise<T> => {
  const { content, isError } = await client.callTool({ name, arguments: { ...args } })
  const [block] = content as { text: string }[]
  if (isError) throw new Error(block?.text)
  return JSON.parse(block?.text ?? '') as T
}

const statusWith = async (accessToken: string) => {
  const response = await fetch(shop.mcpUrl, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${accessToken}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  await response.text()
  return response.status
}

/** Revocations reach the agent within a second. */
const soon = (assertion: () => Promise<void>) => vi.waitFor(assertion, { timeout: 5_000 })

interface Grants {
  readonly data: readonly {
    readonly id: number
    readonly user: { readonly email: string }
  }[]
}

describe('an AI client at an agent', () => {
  it('registers, is allowed in by a person, reads and writes in their name, until an admin ends it', async () => {
    const ada = await project.join('ada', project.roleIds[0])
    const { client, tokens, close } = await connectMcp(shop.mcpUrl, ada)

    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['describeCollection', 'list', 'update', 'executeAction']),
    )
    const { records } = await call<{ records: object[] }>(client, 'list', {
      collectionName: 'orders',
      filters: { field: 'total', operator: 'GreaterThan', value: 100 },
    })
    expect(records).toMatchObject([{ id: 2, total: 200 }])
    await call(client, 'update', {
      collectionName: 'orders',
      recordId: '2',
      attributes: { total: 201 },
    })

    await vi.waitFor(
      async () =>
        expect(await listActivity(ada)).toEqual(expect.arrayContaining(['update 2', 'filter'])),
      10_000,
    )

    const grants = `${project.path}/grants`
    const { data } = await ask<Grants>(service.url, 'GET', grants, service.owner)
    const grant = data.find(({ user }) => user.email === ada.email)
    expect(await statusWith(tokens.access_token)).toBe(200)
    await ask(service.url, 'DELETE', `${grants}/${grant?.id}`, service.owner)
    await soon(async () => expect(await statusWith(tokens.access_token)).toBe(401))
    await expect(client.listTools()).rejects.toThrow()
    await close()
  })

  it('keeps its access when the network loses the answer to a refresh', async () => {
    const kim = await project.join('kim', project.roleIds[0])
    const { tokens, clientId, close } = await connectMcp(shop.mcpUrl, kim)
    const { origin, port } = new URL(shop.mcpUrl)
    const refresh = (refreshToken = '', at = origin) =>
      fetch(`${at}/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'refresh_token',
          client_id: clientId,
          refresh_token: refreshToken,
        }),
      })
    const proxy = await startFaultProxy(Number(port))
    proxy.truncate(1)
    await expect(refresh(tokens.refresh_token, `http://127.0.0.1:${proxy.port}`)).rejects.toThrow()
    await proxy.close()
    const again = await refresh(tokens.refresh_token)
    expect(again.status).toBe(200)
    const next = (await again.json()) as { access_token: string; refresh_token: string }
    expect(await statusWith(next.access_token)).toBe(200)
    expect((await refresh(next.refresh_token)).status).toBe(200)
    expect((await refresh(tokens.refresh_token)).status).toBe(400)
    await soon(async () => expect(await statusWith(next.access_token)).toBe(401))
    await close()
  })

  it('is refused once the role of the person changes', async () => {
    const max = await project.join('max', project.roleIds[0])
    const { client, tokens, close } = await connectMcp(shop.mcpUrl, max)
    expect(await statusWith(tokens.access_token)).toBe(200)
    await ask(service.url, 'PATCH', `${project.path}/people/${max.id}`, service.owner, {
      roleId: project.roleIds[1],
    })
    await soon(async () => expect(await statusWith(tokens.access_token)).toBe(401))
    await expect(client.listTools()).rejects.toThrow()
    await close()
  })
})

describe('the standalone MCP server', () => {
  const program = fileURLToPath(
    new URL('../../../packages/mcp-server/dist/cli/main.js', import.meta.url),
  )
  let child: ChildProcess | undefined
  afterAll(() => child?.kill('SIGKILL'))

  it('lets a client in from a process of its own, and ends cleanly at Ctrl-C', async () => {
    const port = await freePort()
    child = spawn(process.execPath, [program], {
      env: {
        SERVICE_ENV_SECRET: project.envSecret,
        SERVICE_AUTH_SECRET: shop.authSecret,
        SERVICE_SERVER_URL: service.url,
        MCP_SERVER_PORT: String(port),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    endWithUs(child)
    const gone = once(child, 'exit')
    if (!child.stdout) throw new Error('It says nothing.')
    for await (const line of createInterface(child.stdout)) if (line.includes('connect to')) break
    const eve = await project.join('eve', project.roleIds[0])
    const { client, close } = await connectMcp(`http://localhost:${port}/mcp`, eve)
    const { records } = await call<{ records: object[] }>(client, 'list', {
      collectionName: 'orders',
    })
    expect(records).toHaveLength(3)
    await close()
    child.kill('SIGINT')
    expect(await gone).toEqual([0, null])
  })
})

let apiToken: string | undefined

async function listActivity({ email }: Person): Promise<string[]> {
  apiToken ??= (
    await ask<{ token: string }>(service.url, 'POST', `${project.path}/tokens`, service.owner, {
      name: 'Reader',
      scopes: ['activity_logs:read'],
    })
  ).token
  const headers = { authorization: `Bearer ${apiToken}` }
  const path = '/v1/project/Shop/environment/Live/activity-logs?limit=100'
  const { data } = await ask<{
    data: { action: string; recordIds?: string[]; user: { email: string } }[]
  }>(service.url, 'GET', path, headers)
  return data
    .filter(({ user }) => user.email === email)
    .map(({ action, recordIds = [] }) => [action, ...recordIds].join(' '))
}

/** What the suite can ask of any server: everything else calls tools of its own by their names. */
const scenarios = {
  '2026-07-28': [
    'server-stateless',
    'tools-list',
    'http-header-validation',
    'caching',
    'dns-rebinding-protection',
  ],
  '2025-11-25': ['server-initialize', 'tools-list', 'dns-rebinding-protection'],
}

describe('an agent passes what the official conformance suite asks of any server', () => {
  const reason = whyNoConformance('current')
  const expectedFailures = fileURLToPath(
    new URL('../conformance/expected-failures.yml', import.meta.url),
  )
  it.skipIf(reason).each(Object.entries(scenarios))(
    `in %s${reason ? `: ${reason}` : ''}`,
    async (revision, names) => {
      const person = await project.join(`suite-${revision}`, project.roleIds[0])
      const { tokens, close } = await connectMcp(shop.mcpUrl, person)
      const { url, close: end } = await startTokenForwarder(shop.mcpUrl, tokens.access_token)
      const results = await Promise.all(
        names.map(name => {
          const select = ['--scenario', name, '--spec-version', revision]
          return runConformance({ suite: 'current', select, url, expectedFailures })
        }),
      )
      await end()
      await close()
      const failed = results.filter(({ isPassed }) => !isPassed)
      expect(failed.map(({ output }) => output).join('\n')).toBe('')
    },
  )
})
