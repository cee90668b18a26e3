import type { Client } from '@modelcontextprotocol/client'
import { ServiceAwayError } from '@service/service-client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type MountedOptions, type OpenMounted, openMounted } from './testing/open-mounted.js'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let opened: OpenMounted[] = []
const open = async (options?: MountedOptions) => {
  const mounted = await openMounted(options)
  opened.push(mounted)
  return mounted
}
afterEach(async () => {
  await Promise.all(opened.map(mounted => mounted.close()))
  opened = []
})

const call = async (client: Client, name: string, args: object) => {
  const result = await client.callTool({ name, arguments: { ...args } })
  const [block] = result.content as { text: string }[]
  return { isError: result.isError, text: block?.text ?? '' }
}
const toolsList = (accessToken: string): RequestInit => ({
  method: 'POST',
  headers: {
    authorization: `Bearer ${accessToken}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
})
const readStatus = async ({ ask }: OpenMounted, accessToken: string, from?: string) => {
  const response = await ask('/mcp', toolsList(accessToken), from)
  await response.text() // an answer is in flight until it is read
  return response.status
}
const enumerated = async (client: Client) => {
  const { tools } = await client.listTools()
  const properties = tools.find(({ name }) => name === 'list')?.inputSchema.properties
  return (properties?.collectionName as { enum: string[] } | undefined)?.enum
}

describe('an MCP server on an agent', () => {
  it('leads a client from its documents over consent to the records of the person', async () => {
    const mounted = await open()
    const { accessToken } = await mounted.authorizeClient()
    const client = await mounted.connect(accessToken)
    expect(await enumerated(client)).toEqual(['orders'])
    const listed = await call(client, 'list', { collectionName: 'orders' })
    expect(JSON.parse(listed.text).records).toMatchObject([{ id: 1 }, { id: 2 }])
    const changed = { collectionName: 'orders', recordId: 2, attributes: { reference: 'B-2' } }
    expect((await call(client, 'update', changed)).isError).toBeFalsy()
    await vi.waitFor(
      () =>
        expect(
          mounted.service.activity.map(({ action, userId }) => [action, userId]),
        ).toContainEqual(['update', 1]),
      60_000,
    )
  })

  it('is found and works below a base path as at the root', async () => {
    const mounted = await open({ mcp: { basePath: '/ai' } })
    const { accessToken } = await mounted.authorizeClient()
    expect(await enumerated(await mounted.connect(accessToken))).toEqual(['orders'])
    expect((await mounted.ask('/mcp', toolsList(accessToken))).status).toBe(404)
  })

  it('works below the prefix of the agent, whose other paths stay the agent’s', async () => {
    const mounted = await open({ mcp: { basePath: '/service/ai' } })
    const { accessToken } = await mounted.authorizeClient()
    expect(await enumerated(await mounted.connect(accessToken))).toEqual(['orders'])
    expect((await mounted.ask('/service/')).status).toBe(200)
  })

  it('works on an agent without a prefix', async () => {
    const mounted = await open({ prefix: '', agentUrl: 'https://shop.example.com' })
    const { accessToken } = await mounted.authorizeClient()
    expect(await enumerated(await mounted.connect(accessToken))).toEqual(['orders'])
    expect((await mounted.ask('/')).status).toBe(200)
  })

  it('answers 401 once the grant is revoked, the person removed or their role another one', async () => {
    const mounted = await open()
    const revoked = await mounted.authorizeClient(1)
    const grantId = JSON.parse(
      Buffer.from(revoked.accessToken.split('.')[1] ?? '', 'base64url').toString(),
    ).grant_id
    expect(await readStatus(mounted, revoked.accessToken)).toBe(200)
    await mounted.service.mcp.revoke(grantId)
    expect(await readStatus(mounted, revoked.accessToken)).toBe(401)

    const held = await mounted.authorizeClient(1)
    expect(await readStatus(mounted, held.accessToken)).toBe(200)
    mounted.service.setUser({ id: 1, email: 'ada@example.com', roleId: 2 })
    const refused = await mounted.ask('/mcp', toolsList(held.accessToken))
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringContaining('role'),
    ])
    await expect(mounted.refresh(held)).rejects.toMatchObject({ error: 'invalid_grant' })
    expect(await readStatus(mounted, (await mounted.authorizeClient(1)).accessToken)).toBe(200)

    const removed = await mounted.authorizeClient(2)
    expect(await readStatus(mounted, removed.accessToken)).toBe(200)
    mounted.service.removeUser(2)
    expect(await readStatus(mounted, removed.accessToken)).toBe(401)
  })

  it('keeps its tools from addresses that no IP rule allows, whatever the token', async () => {
    const mounted = await open()
    const { accessToken } = await mounted.authorizeClient()
    mounted.service.setIpRules([{ type: 2, range: '198.51.100.0/24' }])
    expect(await readStatus(mounted, accessToken, '203.0.113.7')).toBe(403)
    expect(await readStatus(mounted, 'no token', '203.0.113.7')).toBe(403)
    const client = await mounted.connect(accessToken, '198.51.100.7')
    const listed = await call(client, 'list', { collectionName: 'orders' })
    expect(JSON.parse(listed.text).records).toHaveLength(2)
  })

  it('answers 503 while nobody can tell whether the access has ended', async () => {
    const mounted = await open()
    const { accessToken } = await mounted.authorizeClient()
    const asked = vi.spyOn(mounted.service.mcp, 'hasEnded').mockImplementation(() => {
      throw new ServiceAwayError('What the service said is too old.')
    })
    const refused = await mounted.ask('/mcp', toolsList(accessToken))
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    asked.mockRestore()
    expect(await readStatus(mounted, accessToken)).toBe(200)
  })

  it('shows the tools of the schema as it is after a restart', async () => {
    const mounted = await open()
    const { accessToken } = await mounted.authorizeClient()
    const client = await mounted.connect(accessToken)
    const describeIt = async () =>
      (await call(client, 'describeCollection', { collectionName: 'orders' })).text
    expect(await describeIt()).not.toContain('amount')
    mounted.agent.customizeCollection('orders', each => each.renameField('total', 'amount'))
    await mounted.agent.restart()
    expect(await describeIt()).toContain('amount')
    mounted.service.setRights('secrets', true)
    expect(await enumerated(client)).toEqual(['orders', 'secrets'])
  })

  it('finishes calls under way when the agent stops, and takes no more', async () => {
    let release = () => {}
    const gate = new Promise<void>(resolve => {
      release = resolve
    })
    const entered = vi.fn()
    const slowly = async () => {
      entered()
      await gate
      return 'late'
    }
    const mounted = await open({
      customize: agent =>
        agent.customizeCollection('orders', each =>
          each.addAction('Close the day', {
            scope: 'Global',
            form: [{ label: 'Note', type: 'String', value: slowly }],
            execute: (_, result) => result.success('The day is closed.'),
          }),
        ),
    })
    const { accessToken } = await mounted.authorizeClient()
    const client = await mounted.connect(accessToken)
    // The form is requested first; the action runs when the agent is already stopping.
    const answer = call(client, 'executeAction', {
      collectionName: 'orders',
      actionName: 'Close the day',
      recordIds: null,
    })
    await vi.waitFor(() => expect(entered).toHaveBeenCalled(), 60_000)
    const stopped = mounted.agent.stop()
    expect(await readStatus(mounted, accessToken)).toBe(503)
    release()
    expect((await answer).text).toContain('The day is closed.')
    await stopped
    expect(await readStatus(mounted, accessToken)).toBe(503)
  })

  it('starts again after a stop', async () => {
    const mounted = await open()
    const { accessToken } = await mounted.authorizeClient()
    await mounted.agent.stop()
    await mounted.agent.start()
    expect(await readStatus(mounted, accessToken)).toBe(200)
  })
})

describe('paths of an MCP server', () => {
  it('that it does not serve are refused with the id of the request, readable by pages', async () => {
    const mounted = await open()
    for (const [method, path, status, allow] of [
      ['POST', '/oauth/unknown', 404, null],
      ['GET', '/.well-known/security.txt', 405, 'POST'],
      ['GET', '/mcp', 405, 'POST'],
      ['DELETE', '/mcp', 405, 'POST'],
    ] as const) {
      const { status: answered, headers } = await mounted.ask(path, { method })
      expect([answered, headers.get('allow')]).toEqual([status, allow])
      expect(headers.get('x-service-correlation-id')).toMatch(/^[\w-]{16,64}$/)
      expect(headers.get('access-control-allow-origin')).toBe('*')
    }
  })

  it('that people go to are not readable by pages', async () => {
    const { ask } = await open()
    for (const method of ['GET', 'OPTIONS']) {
      const { headers } = await ask('/oauth/authorize', {
        method,
        headers: { origin: 'https://page.example.com' },
        redirect: 'manual',
      })
      expect(headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  it('tell browsers that pages may call them', async () => {
    const { ask } = await open()
    for (const path of ['/mcp', '/oauth/token', '/.well-known/oauth-authorization-server']) {
      const { status, headers } = await ask(path, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://page.example.com',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization, content-type',
        },
      })
      expect(status).toBe(204)
      expect(headers.get('access-control-allow-origin')).toBe('*')
      expect(headers.get('access-control-allow-headers')).toBe('authorization, content-type')
    }
  })

  it('answer 401 with where to begin when there is no token', async () => {
    const { ask } = await open()
    const { status, headers } = await ask('/mcp', { method: 'POST' })
    expect(status).toBe(401)
    expect(headers.get('www-authenticate')).toContain(
      'resource_metadata="https://shop.example.com/.well-known/oauth-protected-resource/mcp"',
    )
    expect(headers.get('access-control-expose-headers')).toContain('www-authenticate')
  })

  it('answer 503 while the environment has no address, and the log says what to set', async () => {
    const mounted = await open({ agentUrl: '' })
    const { status } = await mounted.ask('/.well-known/oauth-authorization-server')
    expect(status).toBe(503)
    expect(mounted.logs.join()).toContain("Set the agent's address of the environment")
  })
})
