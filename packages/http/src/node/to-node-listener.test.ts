import { once } from 'node:events'
import { connect } from 'node:net'
import express from 'express'
import { describe, expect, it, vi } from 'vitest'
import { createInFlight } from '../in-flight.js'
import type { HttpHandler, HttpRequest } from '../message.js'
import { readJson } from '../read-json.js'
import { describeMount } from '../testing/describe-mount.js'
import { listen } from '../testing/listen.js'
import { toNodeListener } from './to-node-listener.js'

describeMount(
  'toNodeListener on node:http',
  ({ handler, serve }) => listen(toNodeListener(request => handler()(request), serve)),
  { hasOtherRoutes: false, parsesBodies: false, hasSubPaths: false },
)

/** Posts to a listener behind the given middleware and returns what the handler read. */
async function readBehind(middleware: express.RequestHandler, init: RequestInit) {
  const read: HttpHandler = async request => {
    const body = await readJson(request, 1000).catch(error => ({ error: error.name }))
    return { status: 200, headers: {}, body: JSON.stringify({ body, url: request.url }) }
  }
  const app = express()
  app.use(middleware)
  app.use('/service', toNodeListener(read))
  const host = await listen(app)
  const url = `http://127.0.0.1:${host.port}/service/books?page=1`
  const answer = await (await fetch(url, { method: 'POST', ...init })).json()
  await host.close()
  return answer
}

const json = { headers: { 'content-type': 'application/json' }, body: '{"a":1}' }
const url = '/service/books?page=1'

describe('toNodeListener', () => {
  it.each([
    ['express.raw', express.raw({ type: '*/*' })],
    ['express.text', express.text({ type: '*/*' })],
    ['express.json', express.json()],
  ])('reads the body %s left on the request, at the URL as sent', async (_name, parse) => {
    expect(await readBehind(parse, json)).toEqual({ body: { a: 1 }, url })
  })

  it('reads the rawBody cloud functions leave on the request', async () => {
    const consume: express.RequestHandler = async (request, _response, next) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      Object.assign(request, { rawBody: Buffer.concat(chunks) })
      next()
    }
    expect(await readBehind(consume, json)).toEqual({ body: { a: 1 }, url })
  })

  it('does not take the empty object of a parser that read nothing for the body', async () => {
    const pretend: express.RequestHandler = (request, _response, next) => {
      request.body = {}
      next()
    }
    expect(await readBehind(pretend, json)).toEqual({ body: { a: 1 }, url })
  })

  it('says so when the host read the body and kept nothing', async () => {
    const swallow: express.RequestHandler = async (request, _response, next) => {
      for await (const _chunk of request);
      next()
    }
    expect(await readBehind(swallow, json)).toEqual({
      body: { error: 'BodyAlreadyReadError' },
      url,
    })
  })

  it('rejects the body when the client leaves in the middle of it', async () => {
    let outcome: unknown
    const host = await listen(
      toNodeListener(async (request: HttpRequest) => {
        outcome = await request.bytes(1000).catch(error => error)
        return { status: 204, headers: {} }
      }),
    )
    const socket = connect(host.port, '127.0.0.1')
    socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nhalf', () =>
      setTimeout(() => socket.destroy(), 50),
    )
    await vi.waitFor(() => expect(outcome).toMatchObject({ code: 'request_aborted' }), 60_000)
    await host.close()
  })

  it('rejects the body of a client that left before it was read, and drops the answer', async () => {
    const inFlight = createInFlight()
    const log = vi.fn()
    let outcome: unknown
    const handler: HttpHandler = async request => {
      await once(request.signal, 'abort')
      outcome = await request.bytes(1000).catch(error => error)
      return { status: 200, headers: {}, body: 'nobody reads this' }
    }
    const host = await listen(toNodeListener(handler, { inFlight, log }))
    const socket = connect(host.port, '127.0.0.1')
    socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nhalf')
    await vi.waitFor(() => expect(inFlight.count).toBe(1), 60_000)
    socket.destroy()
    await vi.waitFor(() => expect(outcome).toMatchObject({ code: 'request_aborted' }), 60_000)
    await vi.waitFor(() => expect(inFlight.count).toBe(0), 60_000)
    expect(log).not.toHaveBeenCalled()
    await host.close()
  })

  it('gives the same signal however often it is read, not aborted after a complete answer', async () => {
    const signals: AbortSignal[] = []
    const host = await listen(
      toNodeListener(async request => {
        signals.push(request.signal, request.signal)
        return { status: 204, headers: {} }
      }),
    )
    await fetch(`http://127.0.0.1:${host.port}/`)
    await host.close()
    expect(signals[0]).toBe(signals[1])
    expect(signals[0]?.aborted).toBe(false)
  })

  it('sends a length with whole bodies and none with streams', async () => {
    const host = await listen(
      toNodeListener(async ({ url }) => ({
        status: 200,
        headers: {},
        body: url === '/text' ? 'é' : url === '/none' ? undefined : parts(),
      })),
    )
    const length = async (path: string) =>
      (await fetch(`http://127.0.0.1:${host.port}${path}`)).headers.get('content-length')
    expect(await length('/text')).toBe('2')
    expect(await length('/none')).toBe('0')
    expect(await length('/stream')).toBeNull()
    await host.close()
  })
})

async function* parts() {
  yield 'a'
  yield new Uint8Array([98])
}
