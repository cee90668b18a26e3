import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSchemaReader } from './read-schema.js'

const meta = { liana: 'service-nodejs-agent', liana_version: '1.0.0', stack: {} }
const buildDocument = (...names: string[]) => ({
  meta,
  data: names.map(name => ({
    type: 'collections',
    id: name,
    attributes: { name, fields: [{ field: 'id' }] },
    relationships: {
      actions: { data: [{ type: 'actions', id: `${name}-0` }] },
      segments: { data: [{ type: 'segments', id: `${name}.Late` }] },
    },
  })),
  included: names.flatMap(name => [
    { type: 'actions', id: `${name}-0`, attributes: { name: 'Refund' } },
    { type: 'segments', id: `${name}.Late`, attributes: { name: 'Late' } },
  ]),
})

let asked: IncomingMessage[]
let answer: { status: number; body: unknown }
const server = createServer((request, response) => {
  asked.push(request)
  response.writeHead(answer.status).end(JSON.stringify(answer.body))
})
const logger = vi.fn()
const open = () =>
  createSchemaReader({
    serverUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    envSecret: 'secret of the environment',
    logger,
  })

beforeEach(async () => {
  asked = []
  answer = { status: 200, body: buildDocument('orders') }
  vi.useFakeTimers({ toFake: ['performance'] })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  vi.useRealTimers()
  server.closeAllConnections()
  await new Promise(resolve => server.close(resolve))
})

describe('createSchemaReader', () => {
  it('puts actions and segments back into their collections', async () => {
    expect(await open()()).toEqual({
      meta,
      collections: [
        {
          name: 'orders',
          fields: [{ field: 'id' }],
          actions: [{ id: 'orders-0', name: 'Refund' }],
          segments: [{ id: 'orders.Late', name: 'Late' }],
        },
      ],
    })
    expect(asked[0]?.url).toBe('/agent-api/schema')
    expect(asked[0]?.headers['service-secret-key']).toBe('secret of the environment')
  })

  it('is one question for many, and the same object until the schema changes', async () => {
    const schema = open()
    const [first, second] = await Promise.all([schema(), schema()])
    expect(second).toBe(first)
    expect(asked).toHaveLength(1)
    vi.advanceTimersByTime(60_000)
    expect(await schema()).toBe(first)
    await vi.waitFor(() => expect(asked).toHaveLength(2), 60_000)
    answer = { status: 200, body: buildDocument('orders', 'people') }
    await vi.waitFor(async () => {
      // The minute begins when a response was read, which may be after the request was seen above.
      vi.advanceTimersByTime(60_000)
      expect((await schema()).collections).toHaveLength(2)
    }, 60_000)
  })

  it('keeps the last one when the service fails, and is a 503 without one', async () => {
    const schema = open()
    const first = await schema()
    answer = { status: 500, body: {} }
    vi.advanceTimersByTime(60_000)
    expect(await schema()).toBe(first)
    await vi.waitFor(
      () => expect(logger).toHaveBeenCalledWith('Warn', expect.any(String), expect.any(Error)),
      60_000,
    )
    expect(await schema()).toBe(first)
    await expect(open()()).rejects.toMatchObject({ status: 503 })
  })
})
