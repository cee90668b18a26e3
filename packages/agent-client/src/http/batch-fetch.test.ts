import { stringifyExactJson } from '@service/base'
import type { Batch } from '@service/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, type Shop } from '../testing/shop.js'
import { createBatchFetch } from './batch-fetch.js'
import { readLines } from './read-lines.js'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

/** A body that arrives in these chunks. */
function stream(...chunks: readonly string[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
      controller.close()
    },
  })
}

/** An agent that responds to batches with what `respond` returns. */
function openBatches(respond: (batch: Batch, init: RequestInit) => Response | Promise<Response>) {
  const batches: Batch[] = []
  const passed: string[] = []
  const send = createBatchFetch({
    agentUrl: 'http://agent.example/service/',
    async fetch(url, init) {
      if (!url.endsWith('/_batch')) {
        passed.push(`${init.method} ${url}`)
        return new Response('{}')
      }
      const batch = JSON.parse(String(init.body)) as Batch
      batches.push(batch)
      return respond(batch, init)
    },
  })
  const get = (path: string, init: RequestInit = {}) =>
    send(`http://agent.example/service${path}`, { method: 'GET', ...init })
  return { batches, passed, get, send }
}

const answer = (id: string, body: unknown, status = 200) =>
  `${stringifyExactJson({ id, status, headers: { 'content-type': 'application/json' }, body })}\n`

describe('reads of one turn', () => {
  it('are one request, and each gets its own response, whatever the order', async () => {
    const { batches, get } = openBatches(({ requests }) => {
      const [first, second] = requests.map(({ id, path }) => answer(id, { path }))
      return new Response(stream(second!.slice(0, 9), second!.slice(9), first!))
    })
    const responses = await Promise.all([get('/orders?page[size]=5&timezone=UTC'), get('/a%2Fb/1')])
    expect(await Promise.all(responses.map(response => response.json()))).toEqual([
      { path: '/orders' },
      { path: '/a%2Fb/1' },
    ])
    expect(batches).toEqual([
      {
        requests: [
          {
            id: '0',
            method: 'GET',
            path: '/orders',
            query: { 'page[size]': '5', timezone: 'UTC' },
          },
          { id: '1', method: 'GET', path: '/a%2Fb/1', query: {} },
        ],
      },
    ])
  })

  it('are several requests beyond the limit of a batch', async () => {
    const { batches, get } = openBatches(
      ({ requests }) => new Response(stream(...requests.map(({ id }) => answer(id, 1)))),
    )
    await Promise.all(Array.from({ length: 120 }, (_, id) => get(`/orders/${id}`)))
    expect(batches.map(({ requests }) => requests.length)).toEqual([50, 50, 20])
  })

  it('get the refusal of the whole batch each', async () => {
    const { get } = openBatches(() => new Response('{"errors":[]}', { status: 401 }))
    const responses = await Promise.all([get('/orders'), get('/orders/1')])
    expect(responses.map(({ status }) => status)).toEqual([401, 401])
    expect(await responses[1]?.text()).toBe('{"errors":[]}')
  })

  it('fail alone: with their status, or when the response ends early', async () => {
    const { get } = openBatches(() => new Response(stream(answer('0', { errors: [] }, 404))))
    const [first, second] = await Promise.allSettled([get('/orders/9'), get('/orders')])
    expect(first).toMatchObject({ status: 'fulfilled', value: { status: 404 } })
    expect(second).toMatchObject({
      status: 'rejected',
      reason: { message: 'The agent closed the connection before it responded.' },
    })
  })

  it('are aborted alone, and the batch only with its last read', async () => {
    let batchSignal: AbortSignal | null | undefined
    const { get } = openBatches(
      (_, { signal }) =>
        new Promise((_resolve, reject) => {
          batchSignal = signal
          signal?.addEventListener('abort', () => reject(signal.reason))
        }),
    )
    const stops = [new AbortController(), new AbortController()]
    const reads = stops.map(({ signal }) => get('/orders', { signal }))
    const outcomes = Promise.allSettled(reads)
    await Promise.resolve()
    stops[0]?.abort(new Error('first'))
    expect(batchSignal?.aborted).toBe(false)
    stops[1]?.abort(new Error('second'))
    expect(batchSignal?.aborted).toBe(true)
    expect(await outcomes).toMatchObject([
      { reason: { message: 'first' } },
      { reason: { message: 'second' } },
    ])
    await expect(
      get('/orders', { signal: AbortSignal.abort(new Error('before')) }),
    ).rejects.toThrow('before')
  })

  it('keep numbers that are too large for JavaScript', async () => {
    const line = '{"id":"0","status":200,"headers":{},"body":{"total":12345678901234567890.5}}\n'
    const { get } = openBatches(() => new Response(stream(line)))
    expect(await (await get('/orders/1')).text()).toBe('{"total":12345678901234567890.5}')
  })
})

describe('what is not read from the agent', () => {
  it.each([
    ['PUT', '/orders/1'],
    ['POST', '/orders'],
    ['DELETE', '/orders'],
    ['GET', '/orders.csv'],
    ['POST', '/_actions/orders/0/refund'],
  ])('is sent as it is: %s %s', async (method, path) => {
    const { batches, passed, send } = openBatches(() => new Response())
    await send(`http://agent.example/service${path}`, { method })
    expect(passed).toEqual([`${method} http://agent.example/service${path}`])
    expect(batches).toEqual([])
  })

  it.each([
    '/stats/orders',
    '/_charts/orders/sales',
    '/_internal/capabilities',
    '/_actions/orders/0/refund/hooks/load',
  ])('except POST %s, which reads', async path => {
    const { batches, send } = openBatches(
      ({ requests }) => new Response(stream(answer(requests[0]!.id, 1))),
    )
    await send(`http://agent.example/service${path}`, { method: 'POST', body: '{"a":1}' })
    expect(batches[0]?.requests[0]).toEqual({
      id: '0',
      method: 'POST',
      path,
      query: {},
      body: { a: 1 },
    })
  })
})

describe('readLines', () => {
  it('reads lines across chunks and characters, and the last one without an end', async () => {
    const bytes = new TextEncoder().encode('één\n\ntwee\ndrie')
    for (let size = 1; size < bytes.length; size++) {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          for (let at = 0; at < bytes.length; at += size) {
            controller.enqueue(bytes.subarray(at, at + size))
          }
          controller.close()
        },
      })
      const lines: string[] = []
      for await (const line of readLines(body)) lines.push(line)
      expect(lines).toEqual(['één', 'twee', 'drie'])
    }
  })
})
