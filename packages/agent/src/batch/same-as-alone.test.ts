import { chooseRounds, fuzzSeed } from '@service/test-support'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AuditTrail } from '../audit/audit-trail.js'
import { openRefunds, type Refunds, refundBody, refundPath } from '../testing/action-rights.js'
import type { Answer } from '../testing/open-agent.js'
import { type BatchLine, type Read, sendBatch } from '../testing/send-batch.js'

let open: Refunds

const filter = (tree: object) => ({ filters: JSON.stringify(tree) })
const chart = { type: 'Value', sourceCollectionName: 'orders', aggregator: 'Count' }
const post = (path: string, body?: unknown): Read => ({ method: 'POST', path, body })

/** One of each route, and what each caller may get wrong. */
const reads: readonly Read[] = [
  { path: '/orders' },
  { path: '/orders', query: { sort: '-total', 'page[size]': '2' } },
  { path: '/orders', query: { 'page[size]': '2', 'page[after]': '' } },
  { path: '/orders', query: { search: 'O-1', searchExtended: '1' } },
  { path: '/orders', query: { segment: 'Paid' } },
  { path: '/orders', query: { 'fields[orders]': 'id,total,customer', 'fields[customer]': 'name' } },
  { path: '/orders', headers: { 'service-projection': 'id,customer:country' } },
  { path: '/orders', query: filter({ field: 'total', operator: 'greater_than', value: 15 }) },
  { path: '/orders', query: filter({ field: 'customer:name', operator: 'equal', value: 'Ada' }) },
  { path: '/orders', query: { sort: 'nothing' } },
  { path: '/orders', query: { timezone: 'Mars/Olympus' } },
  { path: '/orders/count' },
  { path: '/orders/count', query: { search: 'draft', precision: 'estimated' } },
  { path: '/orders/1' },
  { path: '/orders/2', query: { 'fields[orders]': 'id,details' } },
  { path: '/orders/99' },
  { path: '/orders/x' },
  { path: '/customers' },
  { path: '/customers/3' },
  { path: '/customers/1/relationships/orders' },
  { path: '/customers/1/relationships/orders/count' },
  { path: '/customers/2/relationships/nothing' },
  { path: '/products/a%7Cb%2Fc' },
  { path: '/products/a%5C%7Cb%2Fc' },
  { path: '/%5Caudits' },
  { path: '/nothing' },
  { path: '/_charts/mood' },
  { path: '/_charts/orders/weight', query: { record_id: '1' } },
  { path: '/_charts/orders/weight' },
  post('/_charts/mood', { a: 1 }),
  post('/_charts/orders/weight', { record_id: '2' }),
  post('/stats/orders', chart),
  post('/stats/orders', { ...chart, type: 'Pie', groupByFieldName: 'status' }),
  post('/stats/orders', { ...chart, aggregator: 'Sum', aggregateFieldName: 'total' }),
  post('/stats/orders', { type: 'Nothing' }),
  post('/stats/orders'),
  post('/_internal/native_query', { type: 'Value', query: 'SELECT 1', connectionName: 'main' }),
  post('/_internal/capabilities', { collectionNames: ['orders', 'customers'] }),
  post('/_internal/capabilities', { collectionNames: ['nothing'] }),
  { path: '/_internal/schema' },
  { path: '/_internal/schema', headers: { 'if-none-match': '*' } },
  post(`${refundPath}/hooks/load`, refundBody({ ids: ['1'] })),
  post(`${refundPath}/hooks/change`, refundBody({ ids: ['1'], changed_field: 'Amount' })),
  post(`${refundPath}/hooks/search`, refundBody({ ids: ['2'], search_field: 'End' })),
  post(`${refundPath}/hooks/load`, { data: 1 }),
  { path: '/_audit-trail/orders/1' },
  { path: '/_audit-trail/orders/1/state', query: { at: '2026-01-01T00:00:00Z' } },
  { path: '/_audit-trail/correlation/key' },
  { path: '/_audit-trail/correlations', query: { correlationKeys: 'a,b' } },
  post('/_audit-trail/correlations', { correlationKeys: ['a'] }),
]

/** An audit trail that remembers nothing. */
const auditTrail: AuditTrail = {
  isCritical: false,
  redacted: [],
  open: async () => {},
  close: async () => {},
  begin: async () => [],
  settle: async () => {},
  withdraw: async () => {},
  find: async () => [],
  count: async () => 0,
  users: async () => [],
}

beforeAll(async () => {
  open = await openRefunds({
    logger: () => {},
    auditTrail,
    customize: agent =>
      agent
        .addChart('mood', (_, { value }) => value(3))
        .customizeCollection('orders', orders =>
          orders
            .addSegment('Paid', { field: 'status', operator: 'Equal', value: 'paid' })
            .addChart('weight', ({ recordId }, { value }) => value(Number(recordId))),
        ),
  })
})
afterAll(() => open.close())

beforeEach(() => {
  const { service } = open
  service.setCharts(1, [{ apiRoute: '/service/_charts/mood' }, chart])
  service.setScope(1, 'customers', {
    field: 'country',
    operator: 'equal',
    value: '{{currentUser.tags.country}}',
  })
  const all = { browse: true, read: true, export: true }
  service.replaceRights({
    orders: {
      ...all,
      fields: { total: { read: { roles: [1, 3] }, edit: true } },
      actions: { Refund: { trigger: { roles: [1] }, approve: { roles: [3] } } },
    },
    customers: {
      ...all,
      browse: { roles: [1, 2] },
      fields: { name: { read: { roles: [1] }, edit: true } },
    },
    products: { browse: true, read: { roles: [2, 3] } },
    audits: true,
  })
})

/** Sends the read alone. */
async function sendAlone(
  { method = 'GET', path, query = {}, headers, body }: Read,
  session: Record<string, string>,
): Promise<Answer> {
  const parameters = new URLSearchParams({ ...query, timezone: query.timezone ?? 'Europe/Paris' })
  const response = await fetch(`${open.url}${path}?${parameters}`, {
    method,
    headers: { ...headers, ...session, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: undefined }
}

/** Sends reads in one batch and each of them alone, and compares the responses. */
async function compareAll(asked: readonly Read[], userId: number): Promise<readonly BatchLine[]> {
  const session = await open.as(userId)
  const lines = await sendBatch(open, asked, session)
  expect(lines.map(({ id }) => Number(id)).sort((a, b) => a - b)).toEqual([...asked.keys()])
  for (const line of lines) {
    const read = asked[Number(line.id)]!
    expect({ read, ...inBatch(line) }).toEqual({ read, ...alone(await sendAlone(read, session)) })
  }
  return lines
}

/** What must be equal: all but the id of the request and of the chart, which are drawn. */
function comparable(status: number, headers: Record<string, string | null>, text: string) {
  const [type, etag, tag, allow] = ['content-type', 'etag', 'service-schema-tag', 'allow'].map(
    name => headers[name] ?? null,
  )
  const body = text.replace(/"id":"[0-9a-f-]{36}"/, '"id":"drawn"')
  return { status, type, etag: etag?.replace('W/', '') ?? null, tag, allow, body }
}

function alone({ status, headers, text }: Answer) {
  const shown = Object.fromEntries(headers)
  if (status === 304) return comparable(status, shown, 'null')
  return comparable(status, shown, text)
}

function inBatch({ status, headers, text }: BatchLine) {
  return comparable(status, headers, text.slice(text.indexOf('"body":') + 7, -1))
}

describe('a batch', () => {
  it.each([7, 8, 9])('responds to user %i as each request alone does', async userId => {
    const lines = await compareAll(reads, userId)
    const statuses = new Set(lines.map(({ status }) => status))
    for (const status of [200, 304, 400, 403, 404]) expect(statuses).toContain(status)
  })

  it('does so for any reads in any order', async () => {
    const users = fc.constantFrom(7, 8, 9)
    const sequences = fc.array(fc.constantFrom(...reads), { minLength: 1, maxLength: 50 })
    await fc.assert(
      fc.asyncProperty(users, sequences, async (userId, asked) => {
        await compareAll(asked, userId)
      }),
      { numRuns: chooseRounds(5, 100), seed: fuzzSeed },
    )
  })
})
