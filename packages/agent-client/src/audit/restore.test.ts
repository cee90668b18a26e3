import { describe, expect, it } from 'vitest'
import { createAgentClient } from '../create-agent-client.js'

interface Sent {
  readonly path: string
  readonly body: unknown
}

/** A client of an agent that returns what it receives. */
function openClient() {
  const sent: Sent[] = []
  const client = createAgentClient({
    agentUrl: 'http://agent.example/service',
    token: 'token',
    fetch: async (input, { method, body }) => {
      const { pathname, searchParams } = new URL(input)
      searchParams.delete('timezone')
      sent.push({ path: `${method} ${pathname}?${searchParams}`, body: JSON.parse(String(body)) })
      return Response.json({ data: sent.length, meta: {} })
    },
  })
  return { client, sent }
}

describe('a restore', () => {
  it('names the record, the instant, the fields and what is expected of them', async () => {
    const { client, sent } = openClient()
    const orders = client.collection('orders')
    const options = { fields: ['status'], expect: { status: 'paid' } }
    await orders.restore([12, 'a|b'], new Date('2026-01-31T12:00:00Z'), options)
    await orders.previewRestore(12, '2026-01-31')
    expect(sent).toEqual([
      {
        path: 'POST /service/_audit-trail/orders/12%7Ca%5C%7Cb/restore?at=2026-01-31T12%3A00%3A00.000Z',
        body: options,
      },
      {
        path: 'POST /service/_audit-trail/orders/12/restore?at=2026-01-31',
        body: { dryRun: true },
      },
    ])
  })
})

describe('a revert', () => {
  it('names the request, and the record when only one is reverted', async () => {
    const { client, sent } = openClient()
    expect(await client.revert('a/b')).toEqual({ data: 1, meta: {} })
    await client.previewRevert('key', { collection: 'orders', recordId: 12, fields: ['status'] })
    expect(sent).toEqual([
      { path: 'POST /service/_audit-trail/correlation/a%2Fb/revert?', body: {} },
      {
        path: 'POST /service/_audit-trail/correlation/key/revert?collection=orders&recordId=12',
        body: { fields: ['status'], dryRun: true },
      },
    ])
  })
})
