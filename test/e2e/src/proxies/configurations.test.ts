import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  freePort,
  hasCaddy,
  hasNginx,
  type ProxySettings,
  proxyHosts,
  type RunningProxy,
  startCaddy,
  startNginx,
} from '@service/test-support'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEdge } from '../testing/proxies/edge-client.js'

/** What a stand-in received. */
interface Received {
  readonly name: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
}

const proxies = { Caddy: [hasCaddy(), startCaddy], nginx: [hasNginx(), startNginx] } as const
const layouts = {
  hosts: { service: proxyHosts.service, agent: proxyHosts.agent, base: '' },
  paths: { service: proxyHosts.shared, agent: proxyHosts.shared, base: '/backoffice' },
} as const
const agentBase = { hosts: '/service', paths: '/agent' } as const
const maxBodySize = 10 * 1024 * 1024

const cases = Object.entries(proxies).flatMap(([name, [isInstalled, start]]) =>
  (['hosts', 'paths'] as const).map(layout => ({ name, isInstalled, start, layout })),
)

/** Answers with what it received; an event stream begins with one event and stays open. */
async function startStandIn(name: string): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url?.endsWith('/events')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('event: begun\ndata: {}\n\n')
      return
    }
    request.resume()
    request.on('end', () => {
      const { url, headers } = request
      response.end(JSON.stringify({ name, url, headers }))
    })
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return server
}

const addressOf = (server: Server) => `127.0.0.1:${(server.address() as AddressInfo).port}`

/** What each configuration of `deploy` does, without a service or an agent behind it. */
describe.each(cases)('$name with $layout', ({ isInstalled, start, layout }) => {
  const { service, agent, base } = layouts[layout]
  const [servicePath, agentPath] = [base, agentBase[layout]]
  let servers: readonly Server[] = []
  let proxy: RunningProxy | undefined
  let port: number

  beforeAll(async () => {
    if (!isInstalled) return
    servers = [await startStandIn('service'), await startStandIn('agent')]
    port = await freePort()
    const [serviceAddress = '', agentAddress = ''] = servers.map(addressOf)
    // Nobody listens at the first instance.
    const instances = [`127.0.0.1:${await freePort()}`, serviceAddress]
    const settings: ProxySettings = { layout, port, service: instances, agent: agentAddress }
    proxy = await start(settings)
  })
  afterAll(async () => {
    await proxy?.stop()
    for (const server of servers) {
      server.closeAllConnections()
      server.close()
    }
  })

  const open = (host: string, localAddress = '127.0.0.1') =>
    openEdge({ ca: proxy!.ca, port, host, localAddress })

  it.skipIf(!isInstalled)(
    'leads to the service and the agent, and past an instance that is away',
    async () => {
      const [atService, atAgent] = [await open(service), await open(agent)]
      const get = async (client: typeof atService, path: string): Promise<Received> =>
        JSON.parse((await client.send('GET', path)).text)
      for (const _ of [1, 2, 3, 4]) {
        expect(await get(atService, `${servicePath}/readyz`)).toMatchObject({
          name: 'service',
          url: `${servicePath}/readyz`,
          headers: { 'x-forwarded-proto': 'https' },
        })
      }
      expect(await get(atAgent, `${agentPath}/notes`)).toMatchObject({
        name: 'agent',
        url: `${agentPath}/notes`,
      })
      expect((await atService.send('GET', `${servicePath}/metrics`)).status).toBe(404)
      if (layout === 'paths') {
        expect((await atService.send('GET', '/backoffice')).headers.location).toMatch(
          /\/backoffice\/$/,
        )
        expect((await atService.send('GET', '/app')).status).toBe(404)
      }
      // Caddy says 502 of a request whose body is cut off, where the agent would say 413 itself.
      const large = { body: Buffer.alloc(maxBodySize + 1) }
      const { status } = await atAgent.send('POST', `${agentPath}/notes`, large)
      expect([413, 502]).toContain(status)
      for (const client of [atService, atAgent]) client.close()
    },
  )

  it.skipIf(!isInstalled)(
    'names the client and the request, whatever the client claims',
    async () => {
      const client = await open(service, '127.0.0.7')
      const spoofed = {
        'x-forwarded-for': '203.0.113.9',
        forwarded: 'for=203.0.113.9',
        'x-real-ip': '203.0.113.9',
      }
      const ask = async (headers: Readonly<Record<string, string>>): Promise<IncomingHttpHeaders> =>
        JSON.parse((await client.send('GET', `${servicePath}/readyz`, { headers })).text).headers
      const received = await ask(spoofed)
      expect(received['x-forwarded-for']).toBe('127.0.0.7')
      expect(JSON.stringify(received)).not.toContain('203.0.113.9')
      expect(received['request-id']).toMatch(/^[\w-]{32,36}$/)
      expect((await ask({ 'request-id': 'order-4711-a' }))['request-id']).toBe('order-4711-a')
      client.close()
    },
  )

  it.skipIf(!isInstalled)(
    'passes events on at once, and keeps streams when it reads its settings again',
    async () => {
      const client = await open(service)
      const events = await client.openEvents(`${servicePath}/events`, {})
      await events.until(/^begun$/)
      await proxy!.reload({})
      const other = await open(service)
      expect((await other.send('GET', `${servicePath}/readyz`)).status).toBe(200)
      for (const each of [client, other]) each.close()
    },
  )
})
