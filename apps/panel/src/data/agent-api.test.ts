import { stringifyExactJson } from '@service/base'
import type { Batch } from '@service/protocol'
import { describe, expect, it } from 'vitest'
import { createAgentApi } from './agent-api.js'
import { ApiError } from './api-error.js'

const read = (path: string) => ({ method: 'GET', path }) as const
const never = new AbortController().signal

/** An agent whose responses are lines, given by the paths of the batch. */
function startAgent(respond: (paths: readonly string[]) => readonly object[]) {
  const batches: Batch[] = []
  const signals: (AbortSignal | undefined)[] = []
  const writes: (readonly [string, string, string | null, AbortSignal?])[] = []
  const api = createAgentApi({
    openWithSchema: async () => undefined,
    timezone: 'Europe/Paris',
    async sendWrite(method, path, body) {
      writes.push([method, path, body])
      const [line] = respond([path])
      return line ? Response.json(line) : new Response(null, { status: 204 })
    },
    async sendBatch(body, signal) {
      const batch = JSON.parse(body) as Batch
      batches.push(batch)
      signals.push(signal)
      const lines = respond(batch.requests.map(({ path }) => path))
      return new Response(lines.map(line => `${JSON.stringify(line)}\n`).join(''))
    },
  })
  return { api, batches, signals, writes }
}

describe('createAgentApi', () => {
  it('sends the reads of one task as one batch and gives each its own line', async () => {
    const { api, batches } = startAgent(paths =>
      paths
        .map((path, index) => ({ id: `${index}`, status: 200, headers: {}, body: path }))
        .reverse(),
    )
    const bodies = await Promise.all([
      api.read(read('/orders'), never),
      api.read(read('/count'), never),
    ])
    expect(bodies).toEqual(['/orders', '/count'])
    expect(batches.map(batch => batch.requests.length)).toEqual([2])
    expect(batches[0]?.timezone).toBe('Europe/Paris')
  })

  it('splits more reads than a batch may have', async () => {
    const { api, batches } = startAgent(paths =>
      paths.map((_, index) => ({ id: `${index}`, status: 200, headers: {}, body: index })),
    )
    await Promise.all(Array.from({ length: 60 }, (_, index) => api.read(read(`/${index}`), never)))
    expect(batches.map(batch => batch.requests.length)).toEqual([50, 10])
  })

  it('fails one read without failing the others, with the words and the id of the response', async () => {
    const refusal = { errors: [{ code: 'forbidden', detail: 'No right to browse.', status: 403 }] }
    const { api } = startAgent(() => [
      { id: '0', status: 403, headers: { 'x-service-correlation-id': 'r1' }, body: refusal },
      { id: '1', status: 200, headers: {}, body: 'rows' },
    ])
    const [refused, rows] = await Promise.allSettled([
      api.read(read('/a'), never),
      api.read(read('/b'), never),
    ])
    expect(rows).toEqual({ status: 'fulfilled', value: 'rows' })
    const { reason } = refused as PromiseRejectedResult
    expect(reason).toBeInstanceOf(ApiError)
    expect(reason).toMatchObject({
      status: 403,
      code: 'forbidden',
      message: 'No right to browse.',
      requestId: 'r1',
    })
  })

  it('fails the reads that a response ends without', async () => {
    const { api } = startAgent(() => [{ id: '0', status: 200, headers: {}, body: 1 }])
    const [first, second] = await Promise.allSettled([
      api.read(read('/a'), never),
      api.read(read('/b'), never),
    ])
    expect(first.status).toBe('fulfilled')
    expect((second as PromiseRejectedResult).reason).toMatchObject({ status: 0 })
  })

  it('cancels a batch when its last read is aborted, not before', async () => {
    const { api, signals } = startAgent(() => [])
    const [a, b] = [new AbortController(), new AbortController()]
    const reads = [api.read(read('/a'), a.signal), api.read(read('/b'), b.signal)]
    const settled = Promise.allSettled(reads)
    await Promise.resolve()
    a.abort()
    expect(signals[0]?.aborted).toBe(false)
    b.abort()
    expect(signals[0]?.aborted).toBe(true)
    expect((await settled).every(({ status }) => status === 'rejected')).toBe(true)
  })

  it('sends a write by itself, with the time zone', async () => {
    const { api, batches, writes } = startAgent(([path]) => [{ path }])
    const body = await api.write({ method: 'PUT', path: '/orders/1', body: { data: {} } })
    expect(writes).toEqual([['PUT', '/orders/1?timezone=Europe%2FParis', '{"data":{}}']])
    expect(body).toEqual({ path: writes[0]?.[1] })
    expect(batches).toEqual([])
  })

  it('has nothing for a write that the agent only acknowledges', async () => {
    const { api, writes } = startAgent(() => [])
    expect(await api.write({ method: 'DELETE', path: '/orders/1' })).toBeUndefined()
    expect(writes[0]?.[2]).toBeNull()
  })

  it('runs an action by itself, with the time zone', async () => {
    const { api, batches, writes } = startAgent(() => [])
    const response = await api.runAction('/_actions/orders/0/refund', { data: {} }, never)
    const path = '/_actions/orders/0/refund?timezone=Europe%2FParis'
    expect(response.status).toBe(204)
    expect(writes).toEqual([['POST', path, '{"data":{}}']])
    expect(batches).toEqual([])
  })

  it('asks whether a document has changed, and keeps the known one', async () => {
    const { api, batches } = startAgent(() => [{ id: '0', status: 304, headers: {}, body: null }])
    const known = { etag: '"a"', body: { tag: '1' } }
    expect(await api.readTagged(read('/_internal/schema'), known, never)).toBe(known)
    expect(batches[0]?.requests[0]?.headers).toEqual({ 'if-none-match': '"a"' })
  })

  it('tells an agent that does not know batches from a record that is gone', async () => {
    const api = createAgentApi({
      openWithSchema: async () => undefined,
      timezone: 'UTC',
      sendBatch: async () => new Response('{}', { status: 404 }),
      sendWrite: async () => new Response('{}', { status: 404 }),
    })
    await expect(api.read(read('/a'), never)).rejects.toMatchObject({ code: 'agent_too_old' })
    const write = api.write({ method: 'DELETE', path: '/orders/1' })
    await expect(write).rejects.toMatchObject({ status: 404, code: undefined })
  })

  it('keeps every digit of a number: read, written, and in what a write returns', async () => {
    const document = '{"n":12345678901234567890}'
    const sent: (string | null)[] = []
    const api = createAgentApi({
      openWithSchema: async () => undefined,
      timezone: 'UTC',
      sendBatch: async () =>
        new Response(`{"id":"0","status":200,"headers":{},"body":${document}}\n`),
      async sendWrite(_method, _path, body) {
        sent.push(body)
        return new Response(document)
      },
    })
    const body = await api.read<object>(read('/a'), never)
    const written = await api.write({ method: 'PUT', path: '/a', body })
    await api.runAction('/_actions/a/0/b', body, never)
    expect(sent).toEqual([document, document])
    expect(stringifyExactJson(written)).toBe(document)
  })

  it('does not send a read that was aborted before its batch', async () => {
    const { api, batches } = startAgent(() => [])
    const controller = new AbortController()
    const result = api.read(read('/a'), controller.signal)
    controller.abort()
    await expect(result).rejects.toThrow()
    expect(batches).toEqual([])
  })
})
