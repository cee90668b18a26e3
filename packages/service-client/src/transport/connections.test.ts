import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { type Connections, createConnections, textOf } from './connections.js'

let server: Server
let connections: Connections

afterEach(async () => {
  connections.close()
  server.closeAllConnections()
  await new Promise(resolve => server.close(resolve))
})

async function start(answer: Parameters<typeof createServer>[1]): Promise<URL> {
  connections = createConnections()
  server = createServer(answer)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
}

const { signal } = new AbortController()

describe('connections', () => {
  it('are kept for the next call', async () => {
    const url = await start((request, response) => request.pipe(response))
    let opened = 0
    server.on('connection', () => {
      opened += 1
    })
    for (const body of ['first', 'Zweiter: größer']) {
      const answer = await connections.send(url, { method: 'POST', headers: {}, body, signal })
      expect(await textOf(answer)).toBe(body)
    }
    expect(opened).toBe(1)
  })

  it('follow no redirect', async () => {
    const url = await start((_, response) => {
      response.writeHead(302, { location: 'http://elsewhere.example/' }).end()
    })
    const answer = await connections.send(url, { method: 'GET', headers: {}, signal })
    expect(answer.statusCode).toBe(302)
    await textOf(answer)
  })

  it('reject an answer that is cut short, and one that is given up', async () => {
    const url = await start((_, response) => {
      response.writeHead(200, { 'content-length': 100 })
      response.write('only this', () => response.destroy())
    })
    const answer = await connections.send(url, { method: 'GET', headers: {}, signal })
    await expect(textOf(answer)).rejects.toThrow('aborted')
    const given = { method: 'GET', headers: {}, signal: AbortSignal.abort() }
    await expect(connections.send(url, given)).rejects.toThrow('aborted')
  })

  it('speak TLS to an https address', async () => {
    const url = await start((_, response) => response.end())
    url.protocol = 'https:'
    const sending = connections.send(url, { method: 'GET', headers: {}, signal })
    await expect(sending).rejects.toMatchObject({
      code: expect.stringMatching(/SSL|EPROTO|ECONNRESET/),
    })
  })
})
