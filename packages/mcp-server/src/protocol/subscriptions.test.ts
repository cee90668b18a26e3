import { parseEvents } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, type Shop } from '../testing/open-shop.js'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
}

const listen = (id: number, notifications: unknown) =>
  shop.fetchAs()('http://mcp.invalid/mcp', {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'subscriptions/listen',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id,
      method: 'subscriptions/listen',
      params: { _meta: meta, notifications },
    }),
  })

const parseMessages = (text: string) => parseEvents(text).map(({ data }) => JSON.parse(data))

describe('subscriptions/listen', () => {
  it('is acknowledged with what is announced, which is nothing, and ends', async () => {
    const response = await listen(7, { toolsListChanged: true, promptsListChanged: true })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    // The body could be read completely, so that the stream has ended.
    const [acknowledged, ended, ...more] = parseMessages(await response.text())
    expect(acknowledged).toMatchObject({
      method: 'notifications/subscriptions/acknowledged',
      params: {
        notifications: {},
        _meta: { 'io.modelcontextprotocol/subscriptionId': 7 },
      },
    })
    expect(ended).toMatchObject({ id: 7, result: { resultType: 'complete' } })
    expect(more).toEqual([])
  })

  it('leaves nothing open, however many there are', async () => {
    const texts = await Promise.all(
      Array.from({ length: 300 }, async (_, id) =>
        (await listen(id, { toolsListChanged: true })).text(),
      ),
    )
    for (const text of texts) expect(text).toContain('subscriptions/acknowledged')
  })

  it('says what is wrong with one that names no notifications', async () => {
    const response = await listen(1, undefined)
    expect(await response.json()).toMatchObject({ id: 1, error: { code: -32602 } })
  })
})
