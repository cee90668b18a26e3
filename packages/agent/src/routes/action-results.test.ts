import { createReadStream } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { Readable } from 'node:stream'
import type { ActionResult, ResultBuilder } from '@service/engine'
import { chooseRounds } from '@service/test-support'
import { afterEach, describe, expect, it } from 'vitest'
import type { Agent } from '../agent.js'
import { type OpenAgent, openAgent } from '../testing/open-agent.js'
import { shop } from '../testing/shop.js'

let opened: OpenAgent | undefined

afterEach(async () => {
  await opened?.close()
  opened = undefined
})

type Answer = ActionResult | undefined | Promise<ActionResult>

async function open(execute: (resultBuilder: ResultBuilder) => Answer) {
  const customize = (agent: Agent) =>
    agent.customizeCollection('orders', orders =>
      orders.addAction('Act', {
        scope: 'Global',
        generateFile: true,
        execute: (_, resultBuilder) => execute(resultBuilder),
      }),
    )
  opened = await openAgent(shop(), { customize, logger: () => {} })
  return opened
}

const path = '/_actions/orders/0/act'
const body = { data: { attributes: { values: {} } } }

async function run(execute: (resultBuilder: ResultBuilder) => Answer) {
  const { send } = await open(execute)
  return send('POST', path, body)
}

describe('the result of an action', () => {
  it.each<[string, (resultBuilder: ResultBuilder) => Answer, number, object]>([
    ['nothing', () => undefined, 200, { success: 'Success', refresh: { relationships: [] } }],
    ['success', b => b.success(), 200, { success: '', refresh: { relationships: [] } }],
    [
      'success with all',
      b => b.success('Done', { html: '<b>!</b>', invalidated: ['customer', 'customer'] }),
      200,
      { success: 'Done', html: '<b>!</b>', refresh: { relationships: ['customer'] } },
    ],
    ['error', b => b.error(), 400, { error: 'Error' }],
    ['error with all', b => b.error('No', { html: '<i>' }), 400, { error: 'No', html: '<i>' }],
    [
      'webhook',
      b => b.webhook('https://example.com/hook'),
      200,
      { webhook: { url: 'https://example.com/hook', method: 'POST', headers: {}, body: {} } },
    ],
    [
      'webhook with all',
      b => b.webhook('https://example.com/hook', 'GET', { a: 'b' }, { c: 1 }),
      200,
      {
        webhook: {
          url: 'https://example.com/hook',
          method: 'GET',
          headers: { a: 'b' },
          body: { c: 1 },
        },
      },
    ],
    ['redirect', b => b.redirectTo('/orders/2'), 200, { redirectTo: '/orders/2' }],
  ])('is %s', async (_, execute, status, json) => {
    expect(await run(execute)).toMatchObject({ status, json })
  })

  it.each<[string, (resultBuilder: ResultBuilder) => Answer]>([
    ['success', b => b.setHeader('X-Trace', 'a').setHeader('x-more', 'b').success()],
    ['error', b => b.setHeader('x-trace', 'a').setHeader('X-More', 'b').error()],
    ['file', b => b.setHeader('x-trace', 'a').setHeader('x-more', 'b').file('')],
  ])('carries headers on a %s', async (_, execute) => {
    const { headers } = await run(execute)
    expect([headers.get('x-trace'), headers.get('x-more')]).toEqual(['a', 'b'])
  })

  it.each([
    ['X Y', 'a'],
    ['x', 'a\r\nset-cookie: b=c'],
  ])('does not carry the header %j: %j', async (name, value) => {
    expect((await run(b => b.setHeader(name, value).success())).status).toBe(422)
  })
})

describe('a file', () => {
  it.each<[string, (resultBuilder: ResultBuilder) => Answer]>([
    ['text', b => b.file('a,é', 'list.csv', 'text/csv')],
    ['bytes', b => b.file(Buffer.from('a,é'), 'list.csv', 'text/csv')],
    ['a stream', b => b.file(Readable.from(['a,', Buffer.from('é')]), 'list.csv', 'text/csv')],
    [
      'a web stream',
      b => b.file(Readable.toWeb(Readable.from([Buffer.from('a,é')])), 'list.csv', 'text/csv'),
    ],
    [
      'a generator',
      b => {
        async function* pieces() {
          yield 'a,'
          yield 'é'
        }
        return b.file(pieces(), 'list.csv', 'text/csv')
      },
    ],
  ])('is sent of %s', async (_, execute) => {
    const { status, headers, text } = await run(execute)
    expect(status).toBe(200)
    expect(text).toBe('a,é')
    expect(headers.get('content-type')).toBe('text/csv')
    expect(headers.get('content-disposition')).toBe('attachment; filename="list.csv"')
  })

  it('has a name and a type of its own when none is given', async () => {
    const { headers } = await run(b => b.file('x'))
    expect(headers.get('content-type')).toBe('application/octet-stream')
    expect(headers.get('content-disposition')).toBe('attachment; filename="file"')
  })

  it('keeps a name that is not plain, and no path in it', async () => {
    const { headers } = await run(b => b.file('x', '../Été "1".csv'))
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename=".._t_ 1.csv"; filename*=UTF-8''..%C3%89t%C3%A9%201.csv`,
    )
  })

  it('answers 500 when its stream cannot be opened', async () => {
    const { status, text } = await run(b => b.file(createReadStream('/no/such/file'), 'x'))
    expect(status).toBe(500)
    expect(text).not.toContain('/no/such/file')
  })

  it('is produced only as fast as the client takes it, and ends when the client leaves', async () => {
    let produced = 0
    let isEnded = false
    const piece = Buffer.alloc(64 * 1024, 'x')
    const { url, token } = await open(b => {
      async function* pieces() {
        try {
          for (;;) {
            produced++
            yield piece
          }
        } finally {
          isEnded = true
        }
      }
      return b.file(pieces(), 'endless')
    })
    const leave = new AbortController()
    const response = await fetch(`${url}${path}?timezone=UTC`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: leave.signal,
    })
    const reader = response.body!.getReader()
    await reader.read()
    await settled(() => produced)
    // Only what socket buffers can take, not an endless file.
    expect(produced).toBeLessThan(1000)
    leave.abort()
    await settled(() => isEnded)
    expect(isEnded).toBe(true)
  })

  const megabytes = chooseRounds(150, 400)

  it(`of ${megabytes} MB needs no memory for it`, async () => {
    const piece = Buffer.alloc(256 * 1024, 'x')
    const count = megabytes * 4
    const { url, token } = await open(b => {
      async function* pieces() {
        for (let index = 0; index < count; index++) yield piece
      }
      return b.file(Readable.from(pieces(), { objectMode: false }), 'big')
    })
    const response = await post(`${url}${path}?timezone=UTC`, token)
    const before = process.memoryUsage.rss()
    let received = 0
    let peak = before
    for await (const chunk of response) {
      received += chunk.byteLength
      peak = Math.max(peak, process.memoryUsage.rss())
    }
    expect(received).toBe(count * piece.byteLength)
    // The client runs in this process too; buffering the whole file would take twice its size.
    expect((peak - before) / 2 ** 20).toBeLessThan(megabytes / 2)
  }, 60_000)
})

/** Node's own client, which does not buffer the response. */
function post(url: string, token: string): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers }, resolve)
    sent.on('error', reject).end(JSON.stringify(body))
  })
}

/** Waits until a value has not changed for a while. */
async function settled(read: () => unknown): Promise<void> {
  for (let last: unknown, same = 0; same < 5; ) {
    await new Promise(resolve => setTimeout(resolve, 40))
    same = read() === last ? same + 1 : 0
    last = read()
  }
}
