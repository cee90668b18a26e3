import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { fetchPage, NotNowError } from './fetch-page.js'
import type { Settings } from './settings.js'

const page = { data: [{ id: 1 }], hasMore: false, nextCursor: 'one' }

describe('fetchPage', () => {
  let server: Server

  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })

  async function ask(answer: RequestListener, cursor?: string) {
    server = createServer(answer).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const settings: Settings = {
      serviceUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      token: 'svc_token',
      projectName: 'My shop',
      environmentName: 'Production',
      folder: '',
      streams: [],
      pageSize: 50,
      interval: 10,
    }
    return fetchPage(settings, 'notes', cursor, new AbortController().signal)
  }

  it('asks for the oldest rows after the cursor', async () => {
    let asked: string | undefined
    const answer = await ask((request, response) => {
      asked = `${request.url} ${request.headers.authorization}`
      response.end(JSON.stringify(page))
    }, 'a cursor')
    expect(answer).toEqual(page)
    expect(asked).toBe(
      '/v1/project/My%20shop/environment/Production/notes?order=asc&limit=50&cursor=a+cursor Bearer svc_token',
    )
  })

  it('asks to wait as long as the service says', async () => {
    const refused = ask((_, response) => response.writeHead(429, { 'retry-after': '7' }).end())
    await expect(refused).rejects.toMatchObject({ name: 'NotNowError', retryAfter: 7000 })
  })

  it('takes an answer that breaks off for none', async () => {
    const broken = ask((_, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('{"data":[')
      setImmediate(() => response.destroy())
    })
    await expect(broken).rejects.toThrow(NotNowError)
  })

  it('gives up when waiting cannot help', async () => {
    const refused = ask((_, response) => response.writeHead(403).end('{"error":"Forbidden"}'))
    await expect(refused).rejects.toThrow(/refuses notes: 403.*Forbidden/)
    await expect(refused).rejects.not.toThrow(NotNowError)
  })
})
