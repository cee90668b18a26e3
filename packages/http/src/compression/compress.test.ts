import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync, createGunzip, gunzipSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { jsonResponse } from '../json-response.js'
import type { HttpBody, HttpHeaders, HttpRequest, HttpResponse } from '../message.js'
import { toNodeListener } from '../node/to-node-listener.js'
import { listen } from '../testing/listen.js'
import { compress } from './compress.js'

const large = { rows: Array.from({ length: 1000 }, (_, id) => ({ id, name: `Zoë ${id}` })) }
const largeText = JSON.stringify(large)

function requestWith(acceptEncoding?: string, method = 'GET'): HttpRequest {
  return {
    method,
    url: '/service/orders',
    header: name => (name === 'accept-encoding' ? acceptEncoding : undefined),
    bytes: async () => new Uint8Array(),
    signal: new AbortController().signal,
  }
}

const respond = (response: HttpResponse, acceptEncoding?: string, method?: string) =>
  compress(async () => response)(requestWith(acceptEncoding, method))

function decode({ headers, body }: HttpResponse): string {
  if (!(body instanceof Uint8Array)) throw new Error('The body was not compressed.')
  const read = headers['content-encoding'] === 'br' ? brotliDecompressSync : gunzipSync
  return read(body).toString()
}

async function* chunksOf(...texts: string[]): AsyncGenerator<string> {
  yield* texts
}

describe('compress', () => {
  it.each([
    ['br', 'gzip, deflate, br'],
    ['gzip', 'gzip, deflate'],
  ])('sends JSON as %s to clients that accept %s', async (encoding, accepted) => {
    const response = await respond(jsonResponse(200, large), accepted)
    expect(response.headers).toMatchObject({
      'content-encoding': encoding,
      vary: 'accept-encoding',
      'content-type': 'application/json; charset=utf-8',
    })
    expect(decode(response)).toBe(largeText)
    expect((response.body as Uint8Array).byteLength).toBeLessThan(largeText.length / 4)
  })

  it.each([5_000, 31_000, 33_000, 500_000])('keeps every byte of a body of %i', async size => {
    const text = JSON.stringify('aé😀"'.repeat(size / 8))
    const response = { status: 200, headers: { 'content-type': 'application/json' }, body: text }
    expect(decode(await respond(response, 'br'))).toBe(text)
    const bytes = { ...response, body: Buffer.from(text) }
    expect(decode(await respond(bytes, 'gzip'))).toBe(text)
  })

  it.each([
    ['application/problem+json'],
    ['text/csv; charset=utf-8'],
    ['application/x-ndjson'],
    ['Application/JSON'],
  ])('compresses %s', async type => {
    const response = { status: 422, headers: { 'content-type': type }, body: largeText }
    expect((await respond(response, 'gzip')).headers['content-encoding']).toBe('gzip')
  })

  const json: HttpHeaders = { 'content-type': 'application/json' }
  const untouched: Readonly<Record<string, HttpResponse>> = {
    'a small body': { status: 200, headers: json, body: '{"count":1}' },
    'no body': { status: 200, headers: json },
    'status 204': { status: 204, headers: json, body: largeText },
    'status 206': { status: 206, headers: json, body: largeText },
    'status 304': { status: 304, headers: json, body: largeText },
    'an encoded body': {
      status: 200,
      headers: { ...json, 'content-encoding': 'zstd' },
      body: largeText,
    },
    'no-transform': {
      status: 200,
      headers: { ...json, 'cache-control': 'no-transform' },
      body: largeText,
    },
    'an event stream': {
      status: 200,
      headers: { 'content-type': 'text/event-stream' },
      body: chunksOf('data: 1\n\n'),
    },
    'an image': { status: 200, headers: { 'content-type': 'image/png' }, body: largeText },
    'no content type': { status: 200, headers: {}, body: largeText },
  }
  it.each(Object.entries(untouched))('leaves %s alone', async (_, response) => {
    expect(await respond(response, 'gzip, br')).toBe(response)
  })

  it('leaves responses to HEAD, and to clients that accept nothing, alone', async () => {
    const response = jsonResponse(200, large)
    expect(await respond(response, 'gzip', 'HEAD')).toBe(response)
    expect(await respond(response)).toBe(response)
  })

  it('says that a body depends on the header also where the client accepts none of ours', async () => {
    const response = await respond(jsonResponse(200, large), 'zstd')
    expect(response.headers.vary).toBe('accept-encoding')
    expect(response.body).toBe(largeText)
  })

  it('adds to vary, weakens the entity tag and drops the length', async () => {
    const headers = { vary: 'origin', etag: '"a"', 'content-length': String(largeText.length) }
    const response = await respond(jsonResponse(200, large, headers), 'gzip')
    expect(response.headers).toEqual({
      'content-type': 'application/json; charset=utf-8',
      'content-encoding': 'gzip',
      vary: 'origin, accept-encoding',
      etag: 'W/"a"',
    })
    const weak = await respond(jsonResponse(200, large, { etag: 'W/"a"' }), 'gzip')
    expect(weak.headers.etag).toBe('W/"a"')
  })

  it('rejects when the handler does', async () => {
    const failing = compress(() => Promise.reject(new Error('no')))
    await expect(failing(requestWith('gzip'))).rejects.toThrow('no')
  })
})

/** Serves one body over a socket and requests it with gzip. */
async function serveBody(body: HttpBody, log = vi.fn()) {
  const headers = { 'content-type': 'application/x-ndjson' }
  const handler = compress(async () => ({ status: 200, headers, body }))
  const host = await listen(toNodeListener(handler, { log }))
  const url = `http://127.0.0.1:${host.port}/`
  const request = get(url, { headers: { 'accept-encoding': 'gzip' }, agent: false })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return { host, request, response, log }
}

describe('a compressed stream', () => {
  it('sends each chunk before the next one exists', async () => {
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    async function* lines() {
      yield '{"id":1}\n'
      await held
      yield '{"id":2}\n'
    }
    const { host, response } = await serveBody(lines())
    expect(response.headers['content-encoding']).toBe('gzip')
    const texts = response.pipe(createGunzip()).setEncoding('utf8')
    const [first] = await once(texts, 'data')
    expect(first).toBe('{"id":1}\n')
    release()
    const [second] = await once(texts, 'data')
    expect(second).toBe('{"id":2}\n')
    await once(texts, 'end')
    await host.close()
  })

  it.each(['gzip', 'br'])('keeps every byte of many chunks: %s', async accepted => {
    const texts = Array.from({ length: 200 }, (_, id) => `${id},é😀\n`.repeat(id))
    const headers = { 'content-type': 'text/csv' }
    const response = await respond({ status: 200, headers, body: chunksOf(...texts) }, accepted)
    const parts: Uint8Array[] = []
    for await (const part of response.body as AsyncIterable<Uint8Array>) parts.push(part)
    expect(decode({ ...response, body: Buffer.concat(parts) })).toBe(texts.join(''))
  })

  it('closes its source when the client disconnects', async () => {
    const closed = vi.fn()
    async function* endless() {
      try {
        for (;;) {
          yield `${Math.random()}\n`.repeat(1000)
          await sleep(1)
        }
      } finally {
        closed()
      }
    }
    const { host, request, log } = await serveBody(endless())
    request.destroy()
    await vi.waitFor(() => expect(closed).toHaveBeenCalledTimes(1), 60_000)
    expect(log).not.toHaveBeenCalled()
    await host.close()
  })

  it('closes its source when it is dropped before it was read', async () => {
    const returned = vi.fn(async () => ({ done: true as const, value: undefined }))
    const source = { next: () => new Promise<never>(() => {}), return: returned }
    const body = { [Symbol.asyncIterator]: () => source }
    const headers = { 'content-type': 'text/csv' }
    const response = await respond({ status: 200, headers, body }, 'gzip')
    await (response.body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]().return?.()
    expect(returned).toHaveBeenCalledTimes(1)
  })

  it('is cut off when its source fails', async () => {
    let fail = () => {}
    const failed = new Promise<never>((_, reject) => {
      fail = () => reject(new Error('The database is gone.'))
    })
    async function* failing() {
      yield '{"id":1}\n'
      await failed
    }
    const { host, response, log } = await serveBody(failing())
    response.resume()
    const ended = once(response, 'end')
    fail()
    await expect(ended).rejects.toThrow('aborted')
    expect(log).toHaveBeenCalledTimes(1)
    await host.close()
  })
})
