import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isLoopback } from './loopback.js'
import { type OpenMounted, openMounted } from './testing/open-mounted.js'

const paths = [
  ['POST', '/mcp', 401],
  ['OPTIONS', '/mcp', 204],
  ['GET', '/.well-known/oauth-protected-resource/mcp', 200],
  ['GET', '/.well-known/oauth-authorization-server', 200],
  ['POST', '/oauth/token', 400],
] as const

/** A request to this machine as a browser or another client sends it; `fetch` does not allow setting `Host`. */
function ask(port: number, method: string, path: string, headers: Record<string, string>) {
  return new Promise<{ status?: number; text: string; sniffing?: unknown }>((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, method, path, headers }, response => {
      let text = ''
      response.setEncoding('utf8').on('data', piece => {
        text += piece
      })
      const sniffing = response.headers['x-content-type-options']
      response.on('end', () => resolve({ status: response.statusCode, text, sniffing }))
    })
    asked.on('error', reject).end()
  })
}

const listen = (agentUrl: string) =>
  openMounted({ agentUrl, customize: agent => agent.mountOnStandaloneServer(0, '127.0.0.1') })
const readPort = ({ agent }: OpenMounted) => agent.standaloneServerPort!

describe('an MCP server whose public address is this machine', () => {
  let mounted: OpenMounted
  beforeAll(async () => {
    mounted = await listen('http://localhost:3351/service')
  })
  afterAll(() => mounted.close())

  const foreign: Record<string, string>[] = [
    { host: 'rebound.example.com:3351' },
    { host: 'localhost.example.com' },
    { host: '192.168.1.5:3351' },
    { host: 'localhost:3351', origin: 'https://example.com' },
    { host: 'localhost:3351', origin: 'http://localhost.example.com' },
    { host: 'localhost:3351', origin: 'null' },
  ]
  it.each(foreign)('refuses %o on every path', async headers => {
    for (const [method, path] of paths) {
      const { status, text, sniffing } = await ask(readPort(mounted), method, path, headers)
      expect([method, path, status]).toEqual([method, path, 403])
      expect(text).toContain('mcp_foreign_request')
      expect(text).toContain(`The ${headers.origin ? 'Origin' : 'Host'} is '`)
      expect(sniffing).toBe('nosniff')
    }
  })

  const local: Record<string, string>[] = [
    { host: 'localhost:3351' },
    { host: '127.0.0.1:9999' },
    { host: '[::1]:3351' },
    { host: 'shop.localhost' },
    { host: 'localhost:3351', origin: 'http://localhost:6274' },
    { host: 'localhost:3351', origin: 'http://127.0.0.1:6274' },
  ]
  it.each(local)('answers %o', async headers => {
    for (const [method, path, expected] of paths) {
      const { status, sniffing } = await ask(readPort(mounted), method, path, headers)
      expect([method, path, status]).toEqual([method, path, expected])
      expect(sniffing).toBe('nosniff')
    }
  })

  it('leaves the paths of the agent to its own rules', async () => {
    const { status } = await ask(readPort(mounted), 'GET', '/service/', { host: 'example.com' })
    expect(status).toBe(200)
  })
})

it('an MCP server with a public address answers by any name, to pages of any site', async () => {
  const mounted = await listen('https://shop.example.com/service')
  const headers = { host: 'inside.example.com', origin: 'https://example.com' }
  const [method, path] = paths[2]
  expect(await ask(readPort(mounted), method, path, headers)).toMatchObject({ status: 200 })
  await mounted.close()
})

it.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['127.255.0.9', true],
  ['[::1]', true],
  ['a.localhost', true],
  ['127.0.0.1.example.com', false],
  ['localhost.example.com', false],
  ['example.com', false],
  ['0.0.0.0', false],
])('isLoopback(%s) is %s', (hostname, expected) => {
  expect(isLoopback(hostname)).toBe(expected)
})
