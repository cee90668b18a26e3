import { getEventListeners, once } from 'node:events'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { CallFailure } from './call-failure.js'
import { createHttpClient, type HttpClient } from './create-http-client.js'

let server: Server | undefined
let client: HttpClient
let opened = 0

afterEach(async () => {
  client.close()
  server?.closeAllConnections()
  await new Promise(resolve => (server ? server.close(resolve) : resolve(undefined)))
})

async function start(answer: RequestListener): Promise<string> {
  client = createHttpClient({ name: 'the shop' })
  opened = 0
  server = createServer(answer)
  server.on('connection', () => {
    opened += 1
  })
  await new Promise<void>(resolve => server?.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const limits = { timeoutMs: 10_000, maxBytes: 1000 }

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('it resolved'),
    (error: CallFailure) => error,
  )

const decode = async (chunks: AsyncIterable<Uint8Array>) => {
  const read: Uint8Array[] = []
  for await (const chunk of chunks) read.push(chunk)
  return Buffer.concat(read).toString('utf8')
}

/** Starts a response and returns the object the test writes to. */
function hold() {
  let resolve: (response: ServerResponse) => void = () => {}
  const asked = new Promise<ServerResponse>(done => {
    resolve = done
  })
  return { asked, answer: (_: unknown, response: ServerResponse) => resolve(response) }
}

describe('a call', () => {
  it('brings status, headers and text, over one connection for several calls', async () => {
    const url = await start((request, response) => {
      response.writeHead(418, { 'x-agent': request.headers['user-agent'] })
      request.pipe(response)
    })
    for (const body of ['first', 'Zweiter: größer']) {
      const { status, headers, text } = await client.call({ method: 'POST', url, body, ...limits })
      expect([status, headers['x-agent'], text]).toEqual([418, 'service', body])
    }
    expect(opened).toBe(1)
  })

  it('follows no redirect', async () => {
    const url = await start((_, response) => {
      response.writeHead(302, { location: 'http://elsewhere.example/' }).end()
    })
    expect((await client.call({ method: 'GET', url, ...limits })).status).toBe(302)
  })

  it('names the address and the cause when nobody listens there, not the path', async () => {
    const url = await start(() => {})
    await new Promise(resolve => server?.close(resolve))
    const error = await failure(client.call({ method: 'GET', url: `${url}/a?b=c`, ...limits }))
    expect(error).toBeInstanceOf(CallFailure)
    expect(error).toMatchObject({
      kind: 'unreachable',
      code: 'ECONNREFUSED',
      message: `Cannot reach the shop at ${url} (ECONNREFUSED).`,
    })
  })

  it('fails when the response is cut short', async () => {
    const url = await start((_, response) => {
      response.writeHead(200, { 'content-length': 100 })
      response.write('only this', () => response.destroy())
    })
    const error = await failure(client.call({ method: 'GET', url, ...limits }))
    expect(error).toMatchObject({ kind: 'unreachable', code: 'ECONNRESET' })
  })

  it.each<[string, (response: ServerResponse) => unknown]>([
    ['the head', () => {}],
    ['the end', response => response.writeHead(200).write('begun')],
  ])('ends when %s does not come in time', async (_, answer) => {
    const url = await start((_request, response) => void answer(response))
    const call = { method: 'GET', url, ...limits, timeoutMs: 50 }
    expect(await failure(client.call(call))).toMatchObject({
      kind: 'timeout',
      message: `Cannot reach the shop at ${url}: no response within 0.05 s.`,
    })
  })

  it('reads no response that is larger than it may be', async () => {
    const url = await start((_, response) => response.end('x'.repeat(1001)))
    expect(await failure(client.call({ method: 'GET', url, ...limits }))).toMatchObject({
      kind: 'tooLarge',
      message: `The response of the shop at ${url} is larger than 1000 bytes.`,
    })
    expect(
      (await client.call({ method: 'GET', url, ...limits, maxBytes: 1001 })).text,
    ).toHaveLength(1001)
  })

  it('ends with the signal, and leaves nothing on it', async () => {
    const { asked, answer } = hold()
    const url = await start(answer)
    const controller = new AbortController()
    const { signal } = controller
    const ended = failure(client.call({ method: 'GET', url, signal, ...limits }))
    await asked
    controller.abort()
    expect(await ended).toMatchObject({ kind: 'aborted' })
    expect(getEventListeners(signal, 'abort')).toEqual([])
    expect(await failure(client.call({ method: 'GET', url, signal, ...limits }))).toMatchObject({
      kind: 'aborted',
    })
  })

  it('ends with the client, which can be used again', async () => {
    let isFirst = true
    const { asked, answer } = hold()
    const url = await start((request, response) => {
      if (isFirst) answer(request, response)
      else response.end('again')
      isFirst = false
    })
    const ended = failure(client.call({ method: 'GET', url, ...limits }))
    await asked
    client.close()
    expect(await ended).toMatchObject({ kind: 'aborted' })
    expect((await client.call({ method: 'GET', url, ...limits })).text).toBe('again')
  })

  it('speaks TLS to an https address', async () => {
    const url = await start((_, response) => response.end())
    const secure = url.replace('http:', 'https:')
    expect(await failure(client.call({ method: 'GET', url: secure, ...limits }))).toMatchObject({
      kind: 'unreachable',
      code: expect.stringMatching(/SSL|EPROTO|ECONNRESET/),
    })
  })
})

describe('a stream', () => {
  it('is read as it comes, and its connection serves again', async () => {
    const { asked, answer } = hold()
    const url = await start(answer)
    const opening = client.open({ method: 'GET', url })
    const response = await asked
    response.writeHead(200, { 'content-type': 'text/plain' })
    response.write('one')
    const { status, headers, body } = await opening
    expect([status, headers['content-type']]).toEqual([200, 'text/plain'])
    const pieces = body[Symbol.asyncIterator]()
    expect(String(await pieces.next().then(({ value }) => value))).toBe('one')
    response.end('two')
    expect(await decode({ [Symbol.asyncIterator]: () => pieces })).toBe('two')
  })

  it('fails when the server is silent, not when the reader is slow', async () => {
    const { asked, answer } = hold()
    const url = await start(answer)
    const opening = client.open({ method: 'GET', url, silenceMs: 100 })
    const response = await asked
    response.writeHead(200).write('one')
    const { body } = await opening
    await new Promise(resolve => setTimeout(resolve, 150))
    const pieces = body[Symbol.asyncIterator]()
    expect(String((await pieces.next()).value)).toBe('one')
    expect(await failure(pieces.next())).toMatchObject({ kind: 'timeout' })
    if (!response.destroyed) await once(response, 'close')
  })

  it('fails when it is cut, and ends with the signal', async () => {
    const url = await start((_, response) => {
      response.writeHead(200).write('one', () => response.destroy())
    })
    const { body } = await client.open({ method: 'GET', url })
    expect(await failure(decode(body))).toMatchObject({ kind: 'unreachable' })
    const controller = new AbortController()
    controller.abort()
    const request = { method: 'GET', url, signal: controller.signal }
    expect(await failure(client.open(request))).toMatchObject({ kind: 'aborted' })
  })

  it('that is closed takes its connection with it; one that is drained does not', async () => {
    const { asked, answer } = hold()
    let count = 0
    const url = await start((request, response) => {
      count += 1
      if (count === 1) answer(request, response)
      else response.end('x'.repeat(100))
    })
    const opening = client.open({ method: 'GET', url })
    const first = await asked
    first.writeHead(200).write('one')
    const stream = await opening
    const isLeft = once(first, 'close')
    stream.close()
    await isLeft
    for (let times = 0; times < 3; times += 1) {
      const next = await client.open({ method: 'GET', url })
      for await (const _ of next.body) break
      await next.drain(1000)
    }
    expect(opened).toBe(2)
  })

  it('is drained no longer than it may be', async () => {
    const { asked, answer } = hold()
    const url = await start(answer)
    const opening = client.open({ method: 'GET', url })
    const response = await asked
    response.writeHead(200).write('one')
    const isLeft = once(response, 'close')
    await (await opening).drain(50)
    await isLeft
  })
})
