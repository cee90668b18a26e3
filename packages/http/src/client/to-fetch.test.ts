import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createHttpClient } from './create-http-client.js'
import { toFetch } from './to-fetch.js'

const client = createHttpClient({ name: 'the shop' })
const send = toFetch(client)
let server: Server

afterEach(async () => {
  client.close()
  server.closeAllConnections()
  await new Promise(resolve => server.close(resolve))
})

async function start(answer: RequestListener): Promise<string> {
  server = createServer(answer)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('toFetch', () => {
  it('sends method, headers and body, and brings a response', async () => {
    const url = await start((request, response) => {
      const { method, headers } = request
      response.writeHead(201, {
        'x-got': `${method} ${headers['x-a']}`,
        'set-cookie': ['a=1', 'b=2'],
      })
      request.pipe(response)
    })
    const response = await send(url, { method: 'PUT', headers: { 'x-a': 'b' }, body: 'héllo' })
    expect([response.status, response.headers.get('x-got')]).toEqual([201, 'PUT b'])
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(await response.text()).toBe('héllo')
  })

  it('sends forms as such, and no other bodies', async () => {
    const url = await start((request, response) => {
      response.writeHead(200, { 'x-type': request.headers['content-type'] })
      request.pipe(response)
    })
    const body = new URLSearchParams({ a: 'b c' })
    const response = await send(url, { method: 'POST', body })
    expect(response.headers.get('x-type')).toBe('application/x-www-form-urlencoded;charset=UTF-8')
    expect(await response.text()).toBe('a=b+c')
    await expect(send(url, { method: 'POST', body: new Blob(['x']) })).rejects.toThrow(
      'text or a form',
    )
  })

  it('takes a response without a body, and a redirect as it is', async () => {
    const url = await start(({ url: path }, response) => {
      response.writeHead(path === '/a' ? 204 : 302, { location: '/a' }).end()
    })
    expect((await send(`${url}/a`)).status).toBe(204)
    expect((await send(`${url}/b`)).status).toBe(302)
  })

  it('rejects with what the signal says, before the head and after it', async () => {
    const url = await start(({ url: path }, response) => {
      if (path === '/body') response.writeHead(200).write('begun')
    })
    const early = send(`${url}/head`, { signal: AbortSignal.timeout(50) })
    await expect(early).rejects.toMatchObject({ name: 'TimeoutError' })
    const response = await send(`${url}/body`, { signal: AbortSignal.timeout(300) })
    await expect(response.text()).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  it('cuts the connection when the body is cancelled', async () => {
    let left = () => {}
    const isLeft = new Promise<void>(resolve => {
      left = resolve
    })
    const url = await start((_, response) => {
      response.once('close', left).writeHead(200).write('begun')
    })
    await (await send(url)).body?.cancel()
    await isLeft
  })

  it('reads a response as a whole, up to its limits', async () => {
    const limited = toFetch(client, { timeoutMs: 10_000, maxBytes: 3 })
    const url = await start(({ url: path }, response) => {
      response
        .writeHead(path === '/none' ? 204 : 200, { 'x-a': 'b' })
        .end(path === '/none' ? '' : path)
    })
    const response = await limited(`${url}/ab`)
    expect([response.headers.get('x-a'), await response.text()]).toEqual(['b', '/ab'])
    expect((await limited(`${url}/none`)).status).toBe(204)
    await expect(limited(`${url}/abc`)).rejects.toMatchObject({ kind: 'tooLarge' })
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(limited(url, { signal })).rejects.toThrow('enough')
  })

  it('says where nobody listens', async () => {
    const url = await start(() => {})
    await new Promise(resolve => server.close(resolve))
    await expect(send(url)).rejects.toThrow(`Cannot reach the shop at ${url} (ECONNREFUSED).`)
  })
})
