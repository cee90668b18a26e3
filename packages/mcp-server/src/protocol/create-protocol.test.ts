import { parseEvents } from '@service/test-support'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { call } from '../testing/call.js'
import { openShop, type Shop } from '../testing/open-shop.js'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())
afterEach(() => shop.setDoor(straight => straight))

const rpc = (method: string, params: object = {}, id: number | undefined = 1) => ({
  jsonrpc: '2.0',
  method,
  params,
  ...(id !== undefined && { id }),
})

const post = (body: unknown, headers: Record<string, string> = {}, signal?: AbortSignal) =>
  shop.fetchAs()('http://mcp.invalid/mcp', {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...headers,
    },
    body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
    signal,
  })

/** The messages of an event stream. */
const parseMessages = (text: string) => parseEvents(text).map(({ data }) => JSON.parse(data))

const listOrders = rpc('tools/call', { name: 'list', arguments: { collectionName: 'orders' } })

describe('one endpoint', () => {
  it('serves the revision of 2026 without sessions', async () => {
    const client = await shop.connect()
    expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28')
    expect(client.getServerVersion()).toMatchObject({ name: 'service', version: '1.2.3' })
    expect(client.getServerCapabilities()).toEqual({ tools: {} })
    expect(client.getInstructions()).toContain('describeCollection')
    expect((await client.listTools()).tools).toHaveLength(10)
  })

  it('serves the revisions of 2025, also without sessions', async () => {
    const client = await shop.connect({ mode: 'legacy' })
    expect(client.getNegotiatedProtocolVersion()).toMatch(/^2025-/)
    expect((await client.listTools()).tools).toHaveLength(10)
    const { value } = await call(client, 'list', { collectionName: 'orders' })
    expect(value.records).toHaveLength(3)
  })

  it.each(['2025-11-25', '2025-06-18', '2025-03-26'])('answers a client of %s', async version => {
    const params = {
      protocolVersion: version,
      capabilities: {},
      clientInfo: { name: 'old', version: '1' },
    }
    const response = await post(rpc('initialize', params))
    expect(response.headers.get('mcp-session-id')).toBeNull()
    const [{ result }] = parseMessages(await response.text())
    expect(result).toMatchObject({ protocolVersion: version, capabilities: { tools: {} } })
    const listed = await post(listOrders, { 'mcp-protocol-version': version })
    expect(parseMessages(await listed.text())[0].result.isError).toBeUndefined()
  })

  it('takes a body that the host application has parsed', async () => {
    const response = await shop.fetchAs({}, { parsedBody: listOrders })('http://mcp.invalid/mcp', {
      method: 'POST',
      headers: {
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
      },
    })
    expect(parseMessages(await response.text())[0].result.isError).toBeUndefined()
  })

  it('acknowledges a subscription and ends it: nothing is announced', async () => {
    const client = await shop.connect()
    const { honoredFilter, closed } = await client.listen({ toolsListChanged: true })
    expect(honoredFilter).toEqual({})
    expect(await closed).toBe('graceful')
  })
})

describe('what is no message of the protocol', () => {
  const readError = async (response: Response) => {
    const { error, id } = (await response.json()) as { error: { code: number }; id: unknown }
    return { status: response.status, code: error.code, id }
  }

  it.each([
    ['text that is no JSON', '{"jsonrpc":', 400, -32700],
    ['nothing', '', 400, -32700],
    ['bytes that are no text', new Uint8Array([0x22, 0xff, 0x22]), 400, -32700],
    ['a number', '1', 400, -32600],
    ['no version of JSON-RPC', { method: 'tools/list' }, 400, -32600],
  ])('is refused: %s', async (_, body, status, code) => {
    expect(await readError(await post(body))).toEqual({ status, code, id: null })
  })

  it('is refused: a compressed body', async () => {
    const response = await post(listOrders, { 'content-encoding': 'gzip' })
    expect(await readError(response)).toMatchObject({ status: 415 })
  })

  it('is refused: another content type', async () => {
    const response = await post(listOrders, { 'content-type': 'text/plain' })
    expect(await readError(response)).toMatchObject({ status: 415 })
  })

  it('is refused: a client of 2025 that does not accept streams', async () => {
    const response = await post(listOrders, { accept: 'application/json' })
    expect(await readError(response)).toMatchObject({ status: 406 })
  })

  it('is refused: a body of more than 4 MiB, before it is parsed', async () => {
    const before = shop.requests.length
    const response = await post(`"${'x'.repeat(4 * 1024 * 1024)}"`)
    expect(await readError(response)).toMatchObject({ status: 413, id: null })
    expect(shop.requests).toHaveLength(before)
  })

  it('is refused: a method that does not exist', async () => {
    const response = await post(rpc('records/steal'))
    expect(parseMessages(await response.text())[0].error.code).toBe(-32601)
  })

  it('is refused: a revision that does not exist', async () => {
    const response = await post(listOrders, { 'mcp-protocol-version': '1999-01-01' })
    expect(response.status).toBe(400)
  })

  it('leaves nothing of it in the log', async () => {
    await post('{"secret":"hunter2"')
    expect(shop.logs.join('\n')).not.toContain('hunter2')
  })
})

describe('a batch of a client of 2025', () => {
  it('is answered message by message', async () => {
    const response = await post([listOrders, { ...listOrders, id: 2 }])
    const messages = parseMessages(await response.text())
    expect(messages.map(({ id }) => id).sort()).toEqual([1, 2])
    for (const { result } of messages) expect(result.structuredContent.records).toHaveLength(3)
  })

  it('has at most a hundred messages', async () => {
    const before = shop.requests.length
    const response = await post(Array.from({ length: 101 }, (_, id) => ({ ...listOrders, id })))
    expect(response.status).toBe(400)
    expect(shop.requests).toHaveLength(before)
  })
})

describe('a client that leaves', () => {
  const timeoutMs = { timeout: 4000 }

  const waitForever = () => {
    const ended: unknown[] = []
    let begun = () => {}
    const isAsked = new Promise<void>(resolve => {
      begun = resolve
    })
    shop.setDoor(() => (_, { signal }) => {
      begun()
      return new Promise((_, reject) => {
        signal?.addEventListener('abort', () => {
          ended.push(signal.reason)
          reject(signal.reason)
        })
      })
    })
    return { ended, isAsked }
  }

  it('ends the work of the agent, in the revision of 2026', async () => {
    const client = await shop.connect()
    const { ended, isAsked } = waitForever()
    const leaving = new AbortController()
    const params = { name: 'list', arguments: { collectionName: 'orders' } }
    const result = client.callTool(params, { signal: leaving.signal }).catch(() => 'left')
    await isAsked
    leaving.abort()
    expect(await result).toBe('left')
    await expect.poll(() => ended, timeoutMs).toHaveLength(1)
    await expect
      .poll(() => shop.logs.at(-1), timeoutMs)
      .toMatch(/^Debug MCP tool list on orders: 499 in/)
  })

  it('ends the work of the agent, in those of 2025', async () => {
    const { ended, isAsked } = waitForever()
    const leaving = new AbortController()
    const response = await post(listOrders, {}, leaving.signal)
    await isAsked
    leaving.abort()
    await response.text().catch(() => {})
    expect(ended).toHaveLength(1)
  })
})

describe('faults', () => {
  const listed = async () => call(await shop.connect(), 'list', { collectionName: 'orders' })

  it('of the way to the agent are told without its address', async () => {
    shop.setDoor(() => () => Promise.reject(new TypeError('fetch failed: 10.0.0.7')))
    expect((await listed()).text).toBe('The agent cannot be reached. Try again later. (HTTP 502)')
    const client = await shop.connect()
    await expect(client.listTools()).rejects.toThrow('The agent cannot be reached.')
  })

  it('of an agent that answers no envelope keep their status', async () => {
    shop.setDoor(() => async () => new Response('<html>Bad gateway</html>', { status: 502 }))
    expect((await listed()).text).toBe(
      'The agent rejected the request and gave no reason. (HTTP 502)',
    )
  })

  it('of an agent that answers nonsense stay unexpected', async () => {
    shop.setDoor(() => async () => new Response('<html>', { status: 200 }))
    expect((await listed()).text).toBe('Unexpected error (HTTP 500)')
  })

  it('of an answer without end are cut short', async () => {
    let pulls = 0
    shop.setDoor(() => async () => {
      const chunk = new Uint8Array(1024 * 1024).fill(32)
      const body = new ReadableStream({
        pull: controller => {
          pulls += 1
          controller.enqueue(chunk)
        },
      })
      return new Response(body)
    })
    expect((await listed()).text).toMatch(
      /^The response is larger than 16777216 bytes\. .*HTTP 413/,
    )
    expect(pulls).toBeLessThan(25)
  })
})

describe('a person who was removed', () => {
  it('is refused before an answer begins', async () => {
    const client = await shop.connect({ userId: 2 })
    shop.service.removeUser(2)
    await expect(client.listTools()).rejects.toThrow()
    await expect(call(client, 'list', { collectionName: 'orders' })).rejects.toThrow()
  })
})

describe('the log', () => {
  it('tells tool, collection, status and time of a call, and nothing of what was asked', async () => {
    const client = await shop.connect()
    shop.logs.length = 0
    await call(client, 'list', {
      collectionName: 'orders',
      search: 'hunter2',
      filters: { field: 'reference', operator: 'Equal', value: 'hunter2' },
    })
    await call(client, 'list', { collectionName: 'hunter2' })
    await call(client, 'create', { collectionName: 'orders', attributes: { hunter2: 'hunter2' } })
    expect(shop.logs.map(line => line.replace(/\d+ ms/, 'n ms'))).toEqual([
      'Debug MCP tool list on orders: 200 in n ms',
      'Debug MCP tool list: 404 in n ms',
      'Debug MCP tool create on orders: 400 in n ms',
    ])
  })
})
