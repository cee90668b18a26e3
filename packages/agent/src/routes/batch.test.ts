import { once } from 'node:events'
import { type IncomingMessage, request as sendRequest } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Call, DataSourceFactory } from '@service/datasource-toolkit'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type OpenAgent, type OpenOptions, openAgent, readError } from '../testing/open-agent.js'
import { type BatchLine, type Read, readLines, sendBatch, toBatch } from '../testing/send-batch.js'
import { shop } from '../testing/shop.js'

let open: OpenAgent | undefined

afterEach(async () => {
  await open?.close()
  open = undefined
})

async function start(options?: OpenOptions): Promise<OpenAgent> {
  open = await openAgent(shop(), options)
  return open
}

const byId = (lines: readonly BatchLine[], id: number) =>
  lines.find(line => line.id === String(id))!

const orderIds = ({ body }: BatchLine) =>
  (body as { data: { id: string }[] }).data.map(({ id }) => id)

describe('POST /_batch', () => {
  it('responds with one line per read, in the words of its route', async () => {
    const agent = await start()
    const lines = await sendBatch(agent, [
      { path: '/orders', query: { 'fields[orders]': 'id,total', sort: '-id' } },
      { path: '/orders/count' },
      { path: '/customers/1' },
      { path: '/orders/99' },
    ])
    expect(lines).toHaveLength(4)
    const list = await agent.get('/orders?fields[orders]=id,total&sort=-id')
    expect(byId(lines, 0)).toMatchObject({ status: 200, body: list.json })
    expect(byId(lines, 0).text).toContain(`"body":${list.text}}`)
    expect(byId(lines, 1)).toMatchObject({ status: 200, body: { count: 4 } })
    expect(byId(lines, 2)).toMatchObject({
      status: 200,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: { data: { attributes: { name: 'Ada' } } },
    })
    expect(byId(lines, 3)).toMatchObject({ status: 404, body: { errors: [{ status: 404 }] } })
    const ids = lines.map(({ headers }) => headers['x-service-correlation-id'])
    expect(new Set(ids).size).toBe(4)
  })

  it('is NDJSON that nobody stores', async () => {
    const agent = await start()
    const { status, headers, text } = await agent.send('POST', '/_batch', { requests: [] })
    expect([status, text]).toEqual([200, ''])
    expect(headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('service-schema-tag')).not.toBeNull()
  })

  it('adds its time zone to reads that have none', async () => {
    const agent = await start({
      customize: made => made.addChart('zone', ({ timezone }, { smart }) => smart(timezone)),
    })
    const lines = await sendBatch(agent, [
      { path: '/_charts/zone' },
      { path: '/_charts/zone', query: { timezone: 'Asia/Tokyo' } },
    ])
    expect([byId(lines, 0).body, byId(lines, 1).body]).toEqual(['Europe/Paris', 'Asia/Tokyo'])
    const without = await agent.send('POST', '/_batch', toBatch([{ path: '/orders' }]))
    expect(readLines(without.text)[0]).toMatchObject({ status: 400 })
  })

  it('passes on the headers of a read, and those of the batch about the session', async () => {
    const agent = await start()
    const { headers } = await agent.get('/_internal/schema')
    const lines = await sendBatch(
      agent,
      [
        { path: '/orders/1', headers: { 'Service-Projection': 'id,reference' } },
        { path: '/_internal/schema', headers: { 'if-none-match': headers.get('etag')! } },
        { path: '/orders/1', headers: { 'x-request-id': 'an-id-of-the-client' } },
      ],
      // Belongs to the batch, not to its reads.
      { 'service-projection': 'id' },
    )
    expect(byId(lines, 0).body).toMatchObject({
      data: { attributes: { id: 1, reference: 'O-1' } },
    })
    expect(byId(lines, 1)).toMatchObject({ status: 304, body: null })
    expect(byId(lines, 2).headers['x-service-correlation-id']).toBe('an-id-of-the-client')
    expect(byId(lines, 2).body).toMatchObject({ data: { attributes: { reference: 'O-1' } } })
  })

  it('embeds numbers as the route wrote them, and breaks no line', async () => {
    const agent = await start({
      customize: made =>
        made.addChart('text', (_, { smart }) => smart({ text: 'a\nb\u2028c', number: 1.5 })),
    })
    const { text } = await agent.send(
      'POST',
      '/_batch',
      toBatch([{ path: '/_charts/text' }], 'UTC'),
    )
    expect(text.match(/\n/g)).toHaveLength(1)
    expect(readLines(text)[0]?.body).toEqual({ text: 'a\nb\u2028c', number: 1.5 })
  })
})

describe('a batch is refused', () => {
  const read = { id: 'a', method: 'GET', path: '/orders' }
  const refused: Readonly<Record<string, readonly [batch: object, detail: string | RegExp]>> = {
    'without requests': [{}, "'requests' must be a list, not undefined."],
    'with more than 50': [
      { requests: Array.from({ length: 51 }, (_, id) => ({ ...read, id: String(id) })) },
      'A batch has at most 50 requests. This one has 51.',
    ],
    'with an id twice': [{ requests: [read, read] }, "Two requests have the id 'a'."],
    'with an unknown key': [{ requests: [], timeZone: 'UTC' }, /^No 'timeZone' in a batch\./],
    'with an unknown key of a request': [
      { requests: [{ ...read, querry: {} }] },
      /^No 'querry' in requests\[0\]\. .* Did you mean 'query'\?$/,
    ],
    'with a request that is none': [
      { requests: [read, 'x'] },
      'requests[1] must be an object, not "x".',
    ],
    'with an id that is no text': [
      { requests: [{ ...read, id: 1 }] },
      "'id' of requests[0] must be a text of 1 to 100 characters.",
    ],
    'with a write': [
      { requests: [{ ...read, method: 'DELETE' }] },
      `'method' of requests[0] is "DELETE". A batch only reads: it must be GET or POST.`,
    ],
    'with a whole address': [
      { requests: [{ ...read, path: 'http://elsewhere/orders' }] },
      /^'path' of requests\[0\] must begin with a slash/,
    ],
    'with a query in a path': [
      { requests: [{ ...read, path: '/orders?x=1' }] },
      /^'path' of requests\[0\] must begin with a slash/,
    ],
    'with a list as query': [
      { requests: [{ ...read, query: ['x'] }] },
      /^'query' of requests\[0\] must be an object of texts/,
    ],
    'with a header that belongs to the session': [
      { requests: [{ ...read, headers: { Authorization: 'Bearer x' } }] },
      /^No 'authorization' in 'headers' of requests\[0\]\./,
    ],
    'with a body to GET': [
      { requests: [{ ...read, body: {} }] },
      "'body' of requests[0] is not allowed: its method is GET.",
    ],
    'with a time zone that is no text': [
      { requests: [], timezone: 1 },
      "'timezone' must be a text, not 1.",
    ],
  }
  it.each(Object.entries(refused))('%s', async (_, [batch, detail]) => {
    const agent = await start()
    const answer = await agent.send('POST', '/_batch', batch)
    expect(answer.status).toBe(400)
    if (typeof detail === 'string') expect(readError(answer).detail).toBe(detail)
    else expect(readError(answer).detail).toMatch(detail)
  })

  it('without a session, and from an address that is not allowed', async () => {
    const agent = await start()
    const body = JSON.stringify(toBatch([{ path: '/orders' }]))
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
    expect((await fetch(`${agent.url}/_batch`, init)).status).toBe(401)
    agent.service.setIpRules([{ type: 0, ip: '10.0.0.1' }])
    expect((await agent.send('POST', '/_batch', toBatch([]))).status).toBe(403)
  })
})

describe('a read of a batch', () => {
  const notReads: readonly Read[] = [
    { method: 'POST', path: '/orders', body: { data: { attributes: { reference: 'new' } } } },
    { method: 'POST', path: '/_actions/orders/0/refund', body: {} },
    { method: 'POST', path: '/customers/1/relationships/orders', body: {} },
    { method: 'POST', path: '/_batch', body: { requests: [] } },
    { method: 'POST', path: '/_internal/ai-proxy/ai-query', body: {} },
    { method: 'POST', path: '/authentication/renew' },
    { method: 'POST', path: '/authentication', body: { renderingId: 1 } },
    { method: 'POST', path: '/scope-cache-invalidation' },
    { path: '/orders.csv' },
    { path: '/customers/1/relationships/orders.csv' },
    { path: '/' },
  ]
  it('gets 405 when it is none, and the others are served', async () => {
    const agent = await start({
      customize: made =>
        made.customizeCollection('orders', orders =>
          orders.addAction('Refund', { scope: 'Global', execute: () => undefined }),
        ),
    })
    const lines = await sendBatch(agent, [...notReads, { path: '/orders/count' }])
    notReads.forEach(({ method = 'GET', path }, id) => {
      expect(byId(lines, id)).toMatchObject({
        status: 405,
        body: { errors: [{ code: 'not_in_batch' }] },
      })
      expect(byId(lines, id).text).toContain(`${method} ${path} cannot be part of a batch`)
    })
    expect(byId(lines, notReads.length)).toMatchObject({ status: 200, body: { count: 4 } })
  })

  it('fails alone', async () => {
    const agent = await start({
      logger: () => {},
      customize: made =>
        made.addChart('broken', () => {
          throw new Error('internal detail')
        }),
    })
    const lines = await sendBatch(agent, [
      { path: '/_charts/broken' },
      { path: '/nothing' },
      { path: '/orders/1/nothing/at/all' },
      { path: '/%E0%A4%A' },
      { path: '/orders', query: { sort: 'nothing' } },
      { method: 'POST', path: '/stats/orders', body: [] },
      { path: '/stats/orders' },
      { path: '/orders/count' },
    ])
    const statuses = [...lines].sort((a, b) => Number(a.id) - Number(b.id)).map(each => each.status)
    expect(statuses).toEqual([500, 404, 404, 400, 400, 400, 404, 200])
    expect(lines.map(({ text }) => text).join()).not.toContain('internal detail')
  })

  it('has the rights of the moment in which it begins', async () => {
    const agent = await start({
      customize: made => made.addChart('revoke', (_, { smart }) => smart(revoke())),
    })
    const revoke = () => {
      agent.service.replaceRights({ customers: true })
      return 'revoked'
    }
    const later = Array.from({ length: 10 }, () => ({ path: '/orders/count' }))
    const lines = await sendBatch(agent, [
      ...Array.from({ length: 6 }, () => ({ path: '/_charts/revoke' })),
      ...later,
    ])
    expect(lines.filter(({ status }) => status === 403).length).toBeGreaterThanOrEqual(10)
  })

  it('has its own entry in the activity log', async () => {
    const agent = await start()
    await sendBatch(agent, [
      { path: '/orders' },
      { path: '/orders', query: { search: 'O-1' } },
      { path: '/customers/1' },
      { path: '/customers/99' },
      { path: '/orders/count' },
    ])
    await agent.agent.stop()
    const entries = agent.service.activity.map(
      ({ action, collectionName, recordIds }) => `${action} ${collectionName} ${recordIds ?? ''}`,
    )
    expect(entries.sort()).toEqual(['index orders ', 'read customers 1', 'search orders '])
  })
})

/** Charts that end when the test says so. */
function createGates() {
  const waiting = new Map<string, () => void>()
  let most = 0
  return {
    waiting,
    get most() {
      return most
    },
    options: {
      customize: agent =>
        agent.addChart('gate', async ({ parameters }, { smart }) => {
          const { name = '' } = parameters
          await new Promise<void>(resolve => {
            waiting.set(name, resolve)
            most = Math.max(most, waiting.size)
          })
          waiting.delete(name)
          return smart(name)
        }),
    } satisfies OpenOptions as OpenOptions,
    async end(name: string) {
      await vi.waitFor(() => expect(waiting.has(name)).toBe(true), 60_000)
      waiting.get(name)!()
    },
  }
}

const gate = (name: string): Read => ({ path: '/_charts/gate', query: { name } })

describe('the lines of a batch', () => {
  it('arrive in the order in which the reads finish, each when it is done', async () => {
    const gates = createGates()
    const agent = await start(gates.options)
    const sent = fetch(`${agent.url}/_batch`, {
      method: 'POST',
      headers: { authorization: `Bearer ${agent.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(toBatch([gate('a'), gate('b'), gate('c')], 'UTC')),
    })
    await gates.end('c')
    const response = await sent
    expect(response.headers.get('content-encoding')).toBe('gzip')
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    const readNames = async () =>
      readLines((await reader.read()).value ?? '').map(each => each.body)
    expect(await readNames()).toEqual(['c'])
    await gates.end('a')
    expect(await readNames()).toEqual(['a'])
    await gates.end('b')
    expect(await readNames()).toEqual(['b'])
    expect((await reader.read()).done).toBe(true)
  })

  it('come from six reads at a time', async () => {
    const gates = createGates()
    const agent = await start(gates.options)
    const names = Array.from({ length: 20 }, (_, index) => `g${index}`)
    const sent = sendBatch(agent, names.map(gate))
    for (const name of names) await gates.end(name)
    expect((await sent).map(({ body }) => body)).toEqual(names)
    expect(gates.most).toBe(6)
  })
})

/** Lists nothing until the call is cancelled. */
function hangingSource(signals: AbortSignal[]): DataSourceFactory {
  return async (logger, restart) => {
    const source = await shop()(logger, restart)
    const hang = (_query: unknown, { signal }: Call) =>
      new Promise<never>((_, reject) => {
        signals.push(signal!)
        signal?.addEventListener('abort', () => reject(signal.reason))
      })
    const collections = source.collections.map(
      collection =>
        new Proxy(collection, {
          get: (target, name) => (name === 'list' ? hang : Reflect.get(target, name)),
        }),
    )
    return { ...source, collections }
  }
}

describe('a client that leaves', () => {
  async function leave(agent: OpenAgent, reads: readonly Read[], isReady: () => void) {
    const request = sendRequest(`${agent.url}/_batch`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${agent.token}`,
        'content-type': 'application/json',
        'accept-encoding': 'gzip',
      },
    })
    request.on('error', () => {})
    request.end(JSON.stringify(toBatch(reads, 'UTC')))
    await vi.waitFor(isReady, 60_000)
    request.destroy()
  }

  it('cancels the reads that run, and begins no others', async () => {
    const signals: AbortSignal[] = []
    const logged: string[] = []
    const logger = (_level: string, message: string) => logged.push(message)
    open = await openAgent(hangingSource(signals), { logger })
    const reads = Array.from({ length: 20 }, () => ({ path: '/orders' }))
    await leave(open, reads, () => expect(signals).toHaveLength(6))
    await vi.waitFor(() => expect(signals.filter(({ aborted }) => aborted)).toHaveLength(6), 60_000)
    await sleep(50)
    expect(signals).toHaveLength(6)
    // What was cancelled has not failed.
    expect(logged).toEqual([])
  })

  it('leaves nothing behind that a stop would wait for', async () => {
    const gates = createGates()
    const agent = await start(gates.options)
    await leave(agent, ['a', 'b'].map(gate), () => expect(gates.waiting.size).toBe(2))
    await sleep(20)
    for (const end of gates.waiting.values()) end()
    const startedAt = Date.now()
    await agent.agent.stop()
    expect(Date.now() - startedAt).toBeLessThan(5000)
  })
})

describe('a session cookie', () => {
  async function post(agent: OpenAgent, headers: Record<string, string>) {
    const request = sendRequest(`${agent.url}/_batch`, {
      method: 'POST',
      headers: {
        cookie: `service_session_token=${agent.token}`,
        'content-type': 'application/json',
        ...headers,
      },
    })
    request.end(JSON.stringify(toBatch([{ path: '/orders' }], 'UTC')))
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    let text = ''
    for await (const chunk of response.setEncoding('utf8')) text += chunk
    return { status: response.statusCode, text }
  }

  it('works for pages of allowed origins only', async () => {
    const agent = await start({ allowedOrigins: ['https://panel.example'] })
    expect((await post(agent, { origin: 'https://evil.example' })).status).toBe(403)
    const { status, text } = await post(agent, { origin: 'https://panel.example' })
    expect(status).toBe(200)
    expect(orderIds(readLines(text)[0]!)).toEqual(['1', '2', '3', '4'])
  })
})
