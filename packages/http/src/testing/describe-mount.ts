import {
  type ClientRequest,
  get,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
} from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createInFlight } from '../in-flight.js'
import type { CurrentHandler, MountedOptions } from '../mounts/mount.js'
import { createProbe, type ProbeLog, probeBodyLimit } from './probe-handler.js'

export interface MountOptions {
  /** Passed to the mount under test. */
  readonly prefix: string
  readonly handler: CurrentHandler
  readonly serve: MountedOptions
  /** The host reads JSON bodies before the mount is reached. */
  readonly parsesBodies: boolean
  /** The host mounts everything under this path. */
  readonly subPath: string
}

/** A running host that responds to `GET /other` with the text `host`. */
export interface MountedHost {
  readonly port: number
  close(): Promise<unknown>
}

export type OpenHost = (options: MountOptions) => Promise<MountedHost>

export interface Expectations {
  /** Standalone servers and plain listeners have no other routes. */
  readonly hasOtherRoutes?: boolean
  readonly knowsRemoteAddress?: boolean
  /** Fetch hosts never parse bodies, and see whole URLs. */
  readonly parsesBodies?: boolean
  readonly hasSubPaths?: boolean
}

/** Tests the behaviour that every mount has. */
export function describeMount(
  name: string,
  open: OpenHost,
  {
    hasOtherRoutes = true,
    knowsRemoteAddress = true,
    parsesBodies = true,
    hasSubPaths = true,
  }: Expectations = {},
): void {
  const log: ProbeLog = { chunks: 0, returned: 0, aborted: 0 }
  const failures: unknown[] = []
  const probe = createProbe(log)
  const settings: MountOptions = {
    prefix: '/service',
    handler: () => probe,
    serve: { inFlight: createInFlight(), log: (_message, error) => failures.push(error) },
    parsesBodies: false,
    subPath: '',
  }

  describe(name, () => {
    let host: MountedHost
    let origin: string
    beforeAll(async () => {
      host = await open(settings)
      origin = `http://127.0.0.1:${host.port}`
    })
    afterAll(() => host.close())
    beforeEach(() => {
      failures.length = 0
      Object.assign(log, { chunks: 0, returned: 0, aborted: 0 })
    })

    const send = (path: string, init?: RequestInit) => fetch(origin + path, init)
    const post = (path: string, body: string, type = 'application/json') =>
      send(path, { method: 'POST', body, headers: { 'content-type': type } })

    it('answers GET with status, headers and text', async () => {
      const response = await send('/service/echo?search=a%20b', { headers: { 'x-probe': 'yes' } })
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(await response.json()).toEqual({
        method: 'GET',
        url: '/service/echo?search=a%20b',
        probe: 'yes',
        ...(knowsRemoteAddress && { remote: expect.stringContaining('127.0.0.1') }),
      })
    })

    it.each<[string, RequestInit?]>([
      ['/service/echo'],
      ['/service/echo', { method: 'HEAD' }],
      ['/service/bytes'],
      ['/service/lines'],
      ['/service/lines', { method: 'HEAD' }],
      ['/service/none'],
      ['/service/throw'],
    ])('lets no browser guess the content type of %s %o', async (path, init) => {
      const response = await send(path, init)
      await response.body?.cancel()
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    })

    it.each([
      '/service',
      '/service/',
      '/service?a=1',
      '/service/order%20lines/a%2Fb',
      '/service/%C3%A9',
    ])('serves %s with the URL as sent', async path => {
      expect(await (await send(path)).json()).toEqual({ method: 'GET', url: path })
    })

    it('serves a URL of several thousand characters', async () => {
      const path = `/service/books?filters=${'%7B'.repeat(2000)}`
      expect(await (await send(path)).json()).toEqual({ method: 'GET', url: path })
    })

    it('answers with bytes', async () => {
      const response = await send('/service/bytes')
      expect(response.status).toBe(201)
      expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array([0, 255, 10]))
    })

    it('answers 204 without a body', async () => {
      const response = await send('/service/none')
      expect([response.status, await response.text()]).toEqual([204, ''])
    })

    it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('hands the JSON body of a %s on', async method => {
      const response = await send('/service/echo', {
        method,
        body: '{"name":"é"}',
        headers: { 'content-type': 'application/json' },
      })
      expect(await response.json()).toMatchObject({ method, body: { name: 'é' } })
    })

    it('hands a body on whose type the host does not know', async () => {
      const response = await post('/service/echo', '{"a":1}', 'application/vnd.api+json')
      expect(await response.json()).toMatchObject({ body: { a: 1 } })
    })

    it('reads an empty JSON body as none', async () => {
      const response = await send('/service/echo', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
      })
      expect(response.status).toBe(200)
      expect(await response.json()).not.toHaveProperty('body')
    })

    it('refuses a body that is not JSON with 400', async () => {
      const response = await post('/service/echo', '{oops')
      expect([response.status, await response.json()]).toEqual([400, { name: 'InvalidJsonError' }])
    })

    it('refuses a body over the limit with 413 and keeps serving', async () => {
      const large = JSON.stringify('a'.repeat(20 * probeBodyLimit))
      for (const headers of [{ 'content-length': large.length }, {}]) {
        const { status, body } = await sendAlone(`${origin}/service/echo`, headers, large)
        expect([status, JSON.parse(body)]).toEqual([413, { name: 'BodyTooLargeError' }])
      }
      expect((await send('/service/echo')).status).toBe(200)
    })

    it('answers HEAD like GET, without the body', async () => {
      for (const path of ['/service/echo', '/service/lines', '/service/endless']) {
        const response = await send(path, { method: 'HEAD' })
        expect([response.status, await response.text()]).toEqual([200, ''])
      }
      expect(log.chunks).toBe(0)
      const head = await send('/service/bytes', { method: 'HEAD' })
      expect(head.headers.get('content-length')).toBe('3')
    })

    it('hides what a handler throws behind a 500 and logs it', async () => {
      const response = await send('/service/throw')
      expect(response.status).toBe(500)
      expect(await response.json()).toMatchObject({ errors: [{ detail: 'Unexpected error' }] })
      expect(failures).toEqual([new Error('password is hunter2')])
    })

    it('answers 500 when a response cannot be sent', async () => {
      expect((await send('/service/header')).status).toBe(500)
      expect(failures).toHaveLength(1)
    })

    it('streams every chunk of an iterable, in order', async () => {
      const text = await (await send('/service/lines')).text()
      expect(text).toBe(Array.from({ length: 1000 }, (_, line) => `ligne ${line} é\n`).join(''))
    })

    it('cuts the connection when an iterable throws, and logs why', async () => {
      await expect(send('/service/broken').then(response => response.text())).rejects.toThrow()
      await vi.waitFor(
        () => expect(failures).toEqual([new Error('the database went away')]),
        60_000,
      )
      expect(settings.serve.inFlight?.count).toBe(0)
    })

    it('stops producing while the client does not read, and ends when it leaves', async () => {
      const { request, response } = await openStream(`${origin}/service/endless`)
      response.pause()
      await vi.waitFor(async () => {
        const before = log.chunks
        await sleep(100)
        expect(log.chunks).toBe(before)
      }, 5000)
      expect(log.chunks).toBeLessThan(400)
      expect(log.returned).toBe(0)
      request.destroy()
      await vi.waitFor(() => expect(log).toMatchObject({ returned: 1, aborted: 1 }), 5000)
      await vi.waitFor(() => expect(settings.serve.inFlight?.count).toBe(0), 60_000)
      expect(failures).toEqual([])
    })

    it('ends a stream whose client leaves while reading', async () => {
      const { request, response } = await openStream(`${origin}/service/endless`)
      response.once('data', () => request.destroy())
      await vi.waitFor(() => expect(log.returned).toBe(1), 5000)
    })

    it('aborts the signal when the client leaves before the response', async () => {
      const controller = new AbortController()
      const waiting = send('/service/wait', { signal: controller.signal })
      await vi.waitFor(() => expect(settings.serve.inFlight?.count).toBe(1), 60_000)
      controller.abort()
      await expect(waiting).rejects.toThrow()
      await vi.waitFor(() => expect(log.aborted).toBe(1), 5000)
    })

    it('keeps concurrent requests apart', async () => {
      const bodies = Array.from({ length: 100 }, (_, index) => ({ index }))
      const answers = await Promise.all(
        bodies.map(async body => (await post('/service/echo', JSON.stringify(body))).json()),
      )
      expect(answers).toEqual(bodies.map(body => expect.objectContaining({ body })))
    })

    if (hasOtherRoutes)
      it('leaves paths outside the prefix to the host', async () => {
        expect(await (await send('/other')).text()).toBe('host')
        for (const path of ['/services', '/servic', '/x/service']) {
          expect((await send(path)).status).toBe(404)
        }
      })

    if (hasOtherRoutes)
      it('serves paths outside the prefix once they are claimed, and leaves the others', async () => {
        let claimed: readonly string[] = []
        const claims = (url: string) => claimed.includes(url)
        const other = await open({ ...settings, serve: { ...settings.serve, claims } })
        const base = `http://127.0.0.1:${other.port}`
        const answerTo = async (path: string, init?: RequestInit) =>
          (await fetch(base + path, init)).text()
        expect(await answerTo('/other')).toBe('host')
        claimed = ['/other', '/unknown/path?a=1']
        expect(JSON.parse(await answerTo('/other'))).toEqual({ method: 'GET', url: '/other' })
        const form = { method: 'POST', body: new URLSearchParams({ a: '1' }) }
        expect(JSON.parse(await answerTo('/unknown/path?a=1', form))).toEqual({
          method: 'POST',
          url: '/unknown/path?a=1',
        })
        expect((await fetch(`${base}/unknown/path`)).status).toBe(404)
        expect((await fetch(`${base}/service/echo`)).status).toBe(200)
        await other.close()
      })

    it('counts a request in flight until it is answered', async () => {
      const answer = send('/service/slow').then(response => response.text())
      await vi.waitFor(() => expect(settings.serve.inFlight?.count).toBe(1), 60_000)
      expect(await settings.serve.inFlight?.idle(10)).toBe(false)
      expect(await settings.serve.inFlight?.idle(5000)).toBe(true)
      expect(await answer).toBe('slow but done')
    })

    it('follows a handler that is replaced while mounted', async () => {
      let body = 'before'
      const other = await open({
        ...settings,
        handler: () => {
          const text = body
          return async () => ({ status: 200, headers: {}, body: text })
        },
      })
      const ask = async () => (await fetch(`http://127.0.0.1:${other.port}/service/`)).text()
      expect(await ask()).toBe('before')
      body = 'after'
      expect(await ask()).toBe('after')
      await other.close()
    })

    if (parsesBodies)
      it('uses a body the host already parsed', async () => {
        const other = await open({ ...settings, parsesBodies: true })
        const url = `http://127.0.0.1:${other.port}/service/echo`
        for (const method of ['POST', 'DELETE']) {
          const response = await fetch(url, {
            method,
            body: '{"ids":[1,2]}',
            headers: { 'content-type': 'application/json' },
          })
          expect(await response.json()).toMatchObject({ method, body: { ids: [1, 2] } })
        }
        const form = await fetch(url, { method: 'POST', body: new URLSearchParams({ a: '1' }) })
        expect(await form.json()).toMatchObject({ body: { a: '1' } })
        expect(await (await fetch(url)).json()).not.toHaveProperty('body')
        const empty = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
        })
        expect(await empty.json()).not.toHaveProperty('body')
        await other.close()
      })

    if (hasSubPaths)
      it.each(['/service', '/admin/service'])(
        'works below a sub-path with the prefix %s',
        async prefix => {
          const other = await open({ ...settings, subPath: '/admin', prefix })
          const base = `http://127.0.0.1:${other.port}/admin`
          const response = await fetch(`${base}/service/books?page=1`)
          expect(await response.json()).toEqual({ method: 'GET', url: `${prefix}/books?page=1` })
          const posted = await fetch(`${base}/service/books`, { method: 'POST', body: 'x' })
          expect(await posted.json()).toEqual({ method: 'POST', url: `${prefix}/books` })
          expect((await fetch(`${base}/services`)).status).toBe(404)
          await other.close()
        },
      )
  })
}

function openStream(url: string): Promise<{ request: ClientRequest; response: IncomingMessage }> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent: false }, response => {
      response.on('error', () => {}) // the test cuts the connection
      resolve({ request, response })
    })
    request.on('error', reject)
  })
}

/** Posts on a separate connection, because hosts may close it when they leave a body unread. */
function sendAlone(url: string, headers: OutgoingHttpHeaders, body: string) {
  return new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const options = { agent: false, method: 'POST', headers }
    const sent = request(url, options, async response => {
      response.setEncoding('utf8')
      const chunks = await response.toArray()
      sent.off('error', reject).on('error', () => {}) // the rest of the body may find nobody
      resolve({ status: response.statusCode, body: chunks.join('') })
    })
    sent.on('error', reject).end(body)
  })
}
