import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import type { ProxySettings } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeToken } from '../../../../../apps/service/src/secrets/token-format.js'
import { ask } from '../../ask.js'
import { openProxied, type Proxied, type StartProxy } from './open-proxied.js'
import { signInAtEdge } from './sign-in-at-edge.js'

const MB = 1024 * 1024
/** The largest bodies: the schema of an agent at the service, `maxBodySize` at the agent. */
const limits = { service: 32 * MB, agent: 10 * MB }
/** What a client may claim about its address. */
const spoofed = {
  'x-forwarded-for': '203.0.113.9',
  forwarded: 'for=203.0.113.9',
  'x-real-ip': '203.0.113.9',
}

/** What a proxy does with its configurations in `deploy`, whichever program it is. */
export function describeProxy(
  name: string,
  { isInstalled, start }: { readonly isInstalled: boolean; readonly start: StartProxy },
  layouts: readonly ProxySettings['layout'][] = ['hosts', 'paths'],
): void {
  if (!isInstalled && process.env.REQUIRE_ALL) {
    throw new Error(`REQUIRE_ALL is set and ${name} was not found on this machine.`)
  }
  describe.skipIf(!isInstalled)(`${name}${isInstalled ? '' : ' (not installed)'}`, () => {
    describe.runIf(layouts.includes('hosts'))('with a host each for service and agent', () =>
      describeHosts(start),
    )
    describe.runIf(layouts.includes('paths'))('with paths of one host', () => describePaths(start))
  })
}

function describeHosts(start: StartProxy): void {
  let world: Proxied
  let session: Readonly<Record<string, string>>
  beforeAll(async () => {
    world = await openProxied(start, 'hosts')
    await allowAll(world)
    session = await signInAtEdge(world)
  })
  afterAll(() => world?.close())

  it('serves both over TLS and HTTP/2, but not the metrics', async () => {
    const service = await world.open('service')
    const health = await service.send('GET', '/healthz')
    expect(health.status).toBe(200)
    expect(health.headers['strict-transport-security']).toContain('max-age=')
    expect((await service.send('GET', '/metrics')).status).toBe(404)
    const agent = await world.open('agent')
    const list = await agent.send('GET', '/service/notes?timezone=UTC', { headers: session })
    expect([list.status, list.text.includes('first')]).toEqual([200, true])
  })

  it('passes events on at once, while the response goes on', async () => {
    const { service, project } = world
    const client = await world.open('service')
    const people = await client.openEvents('/api/events', service.owner)
    const agents = await client.openEvents('/agent-api/events', {
      'service-secret-key': project.envSecret,
    })
    expect(people.headers['content-type']).toContain('text/event-stream')
    // A service that has just begun to listen says that something has changed, not what.
    for (const _ of [1, 2, 3]) {
      await causeEvents(world)
      await Promise.all([people.until(/^(notes|refresh)$/), agents.until(/^refresh-roles$/)])
    }
  })

  it('takes bodies as large as the service and the agent do, and no larger ones', async () => {
    const service = await world.open('service')
    const upload = (length: number) =>
      service.send('POST', '/agent-api/schema', {
        headers: {
          'service-secret-key': world.project.envSecret,
          'content-type': 'application/json',
        },
        body: Buffer.alloc(length, ' '),
      })
    // It is no schema, which is what the service says.
    const asLarge = await upload(limits.service)
    expect([asLarge.status, JSON.parse(asLarge.text).code]).toEqual([400, 'invalid_body'])
    expect((await upload(limits.service + 1)).status).toBe(413)

    const create = async (length: number) => {
      const [start, end] = ['{"data":{"type":"notes","attributes":{"id":2,"text":"', '"}}}']
      const text = 'x'.repeat(length - start.length - end.length)
      const agent = await world.open('agent')
      const response = await agent.send('POST', '/service/notes?timezone=UTC', {
        headers: { ...session, 'content-type': 'application/json' },
        body: start + text + end,
      })
      return { status: response.status, isWhole: response.text.includes(text) }
    }
    expect(await create(limits.agent)).toEqual({ status: 200, isWhole: true })
    expect((await create(limits.agent + 1)).status).toBe(413)
  })

  it('names the client by its address, whatever the client claims', async () => {
    const check = async (localAddress: string) => {
      const client = await world.open('service', localAddress)
      const { text } = await client.send(
        'POST',
        `${world.project.environmentPath}/ip-rules/check`,
        {
          headers: { ...world.owner, ...spoofed },
          body: { isEnabled: false, rules: [] },
        },
      )
      return JSON.parse(text).address
    }
    expect(await check('127.0.0.7')).toBe('127.0.0.7')
    expect(await check('127.0.0.8')).toBe('127.0.0.8')
    // Whoever goes around the proxy is not believed either.
    expect(await checkDirectly(world, '127.0.0.20')).toBe('127.0.0.20')
  })

  it('lets IP rules at the agent see the client', async () => {
    const { project, service } = world
    const rules = ['127.0.0.1', '127.0.0.7'].map(ip => ({ type: 0, ip }))
    const setRules = async (isEnabled: boolean) => {
      const response = await fetch(`${service.url}${project.environmentPath}/ip-rules`, {
        method: 'PUT',
        headers: { ...service.owner, 'content-type': 'application/json' },
        body: JSON.stringify({ isEnabled, rules }),
      })
      expect(response.status).toBe(200)
    }
    const list = async (localAddress: string) => {
      const client = await world.open('agent', localAddress)
      const headers = { ...session, 'x-forwarded-for': '127.0.0.7' }
      return (await client.send('GET', '/service/notes?timezone=UTC', { headers })).status
    }
    await setRules(true)
    await expect.poll(() => list('127.0.0.8')).toBe(403)
    expect(await list('127.0.0.7')).toBe(200)
    await setRules(false)
    await expect.poll(() => list('127.0.0.8')).toBe(200)
  })

  it('lets rate limits count each client alone', async () => {
    const guess = async (localAddress: string, times: number) => {
      const client = await world.open('service', localAddress)
      const statuses = new Set<number>()
      for (let time = 0; time < times; time++) {
        const headers = {
          authorization: `Bearer ${makeToken('svc').token}`,
          'x-forwarded-for': `203.0.113.${time}`,
        }
        statuses.add((await client.send('GET', '/v1/project/Shop/admin-logs', { headers })).status)
      }
      return [...statuses]
    }
    expect(await guess('127.0.0.9', 101)).toEqual([401, 429])
    expect(await guess('127.0.0.10', 1)).toEqual([401])
  })

  it('gives every request an id, or keeps the one it has', async () => {
    const client = await world.open('service')
    const named = await client.send('GET', '/readyz', { headers: { 'request-id': 'order-4711-a' } })
    expect(named.headers['request-id']).toBe('order-4711-a')
    const { headers } = await client.send('GET', '/readyz')
    const made = String(headers['request-id'])
    expect(made).toMatch(/^[\w-]{32,36}$/)
    await expect.poll(world.proxy.readLog).toContain(made)
    await expect.poll(world.proxy.readLog).toContain('order-4711-a')
  })

  it('reads its settings again while streams and requests go on', async () => {
    const { service } = world
    const client = await world.open('service')
    const events = await client.openEvents('/api/events', service.owner)
    let isOver = false
    const statuses = new Set<number>()
    const asking = (async () => {
      while (!isOver) {
        const other = await world.open('service')
        statuses.add((await other.send('GET', '/readyz')).status)
        other.close()
      }
    })()
    await world.proxy.reload({})
    isOver = true
    await asking
    await causeEvents(world)
    await events.until(/^(notes|refresh)$/)
    const other = await world.open('service')
    expect((await other.send('GET', '/readyz')).status).toBe(200)
    expect([...statuses]).toEqual([200])
  })
}

function describePaths(start: StartProxy): void {
  let world: Proxied
  beforeAll(async () => {
    world = await openProxied(start, 'paths')
    await allowAll(world)
  })
  afterAll(() => world?.close())

  it('leads to the sign-in of the service below its path', async () => {
    const client = await world.open('service')
    const follow = async (path: string) => {
      const { location } = (await client.send('GET', path)).headers
      return new URL(String(location), world.publicUrl).pathname
    }
    expect(await follow('/backoffice')).toBe('/backoffice/')
    expect(await follow('/backoffice/')).toBe('/backoffice/app')
    const { status, text } = await client.send('GET', '/backoffice/sign-in?returnTo=%2Fapp')
    expect([status, text.includes('action="/backoffice/sign-in"')]).toEqual([200, true])
    expect((await client.send('GET', '/app')).status).toBe(404)
    expect((await client.send('GET', '/backoffice/metrics')).status).toBe(404)
    const signedIn = await client.send('POST', '/backoffice/sign-in', {
      headers: {
        origin: new URL(world.publicUrl).origin,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'returnTo=%2Fapp&email=owner%40example.com&password=seven+blue+boats+31',
    })
    expect(signedIn.text).toContain('url=/backoffice/app"')
    const cookies = signedIn.headers['set-cookie'] ?? []
    expect(cookies[0]).toMatch(/^__Secure-service_session=.*; Path=\/backoffice; .*; Secure$/)
  })

  it('names the path in what other programs read', async () => {
    const client = await world.open('service')
    const path = '/backoffice/oidc/.well-known/openid-configuration'
    const { issuer, jwks_uri } = JSON.parse((await client.send('GET', path)).text)
    expect(issuer).toBe(`${world.publicUrl}/oidc`)
    expect(jwks_uri).toBe(`${world.publicUrl}/oidc/jwks`)
  })

  it('gives the panel events and records', async () => {
    const { service } = world
    const headers = await signInAtEdge(world)
    const agent = await world.open('agent')
    const list = await agent.send('GET', '/agent/notes?timezone=UTC', { headers })
    expect([list.status, list.text.includes('first')]).toEqual([200, true])
    const client = await world.open('service')
    const events = await client.openEvents('/backoffice/api/events', service.owner)
    await causeEvents(world)
    await events.until(/^(notes|refresh)$/)
  })
}

/** Of each project of its own: what is written again as it is changes nothing, so that nobody hears of it. */
const browsing = new WeakSet<object>()

/** Writes a note, of which members hear, and changes what a role may do, of which agents hear. */
async function causeEvents({ project, service }: Proxied): Promise<void> {
  const note = { title: 'Call back', recordId: '1', collectionName: 'notes', content: 'Today' }
  await ask(service.url, 'POST', `${project.environmentPath}/notes`, service.owner, note)
  const mayBrowse = !browsing.has(project)
  if (mayBrowse) browsing.add(project)
  else browsing.delete(project)
  const rights = { defaults: { browse: mayBrowse }, collections: {} }
  await project.setRights(project.roleIds[1], rights)
}

/** Opens the rights of the environment: a new role allows nothing. */
async function allowAll({ project, service }: Proxied): Promise<void> {
  await ask(service.url, 'PATCH', project.environmentPath, service.owner, { rights: 'open' })
}

/** The address of the client as the service sees it when it is asked past the proxy. */
async function checkDirectly({ service, project }: Proxied, localAddress: string): Promise<string> {
  const asked = request(`${service.url}${project.environmentPath}/ip-rules/check`, {
    method: 'POST',
    localAddress,
    headers: { ...service.owner, ...spoofed, 'content-type': 'application/json' },
  })
  asked.end('{"isEnabled":false,"rules":[]}')
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  return ((await json(response)) as { address: string }).address
}
