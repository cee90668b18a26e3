import type { Random } from '@service/datasource-toolkit/testing'

/** A request to the agent; `path` has its query. */
export interface AgentRequest {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** The columns of the test's tables; `nothing` is no column. */
const columns = {
  customers: ['id', 'name', 'country', 'vip', 'nothing'],
  orders: ['id', 'customer_id', 'total', 'status', 'margin', 'placed_at'],
  suppliers: ['id', 'name', 'iban'],
} as const
type Collection = keyof typeof columns
const collections: readonly string[] = [...Object.keys(columns), 'nowhere']

const relations: Readonly<Record<string, readonly string[]>> = {
  customers: ['orders'],
  orders: ['customer', 'nobody'],
}

const filters = [
  { field: 'id', operator: 'greater_than', value: 4 },
  { field: 'status', operator: 'in', value: ['paid', 'sent'] },
  { field: 'total', operator: 'less_than', value: 70 },
  { field: 'margin', operator: 'present', value: null },
  { field: 'customer:country', operator: 'equal', value: 'FR' },
  { field: 'country', operator: 'equal', value: 'DE' },
  { field: 'name', operator: 'contains', value: 'a' },
  { field: 'placed_at', operator: 'before', value: '2026-01-06' },
  { field: 'status', operator: 'nonsense', value: 1 },
]

/** Draws a read that a page of the panel could send, well-formed or not. */
export function randomRead(random: Random, charts: readonly object[]): AgentRequest {
  return random.pick(kinds)(random, charts)
}

type DrawRead = (random: Random, charts: readonly object[]) => AgentRequest

const pickCollection = (random: Random) => random.pick(collections)
const pickColumn = (random: Random, collection: string): string =>
  random.pick(columns[collection as Collection] ?? ['id'])
const pickId = (random: Random) => String(random.between(1, 14))

const list: DrawRead = random => {
  const collection = pickCollection(random)
  return get(`/${collection}`, drawListQuery(random, collection))
}

const countRows: DrawRead = random => {
  const collection = pickCollection(random)
  return get(`/${collection}/count`, drawSelection(random))
}

const record: DrawRead = random => {
  const collection = pickCollection(random)
  return get(`/${collection}/${pickId(random)}`, drawProjection(random, collection))
}

const related: DrawRead = random => {
  const collection = random.pick(['customers', 'orders'])
  const relation = random.pick(relations[collection] ?? [])
  const suffix = random.pick(['', '/count', '.csv'])
  const path = `/${collection}/${pickId(random)}/relationships/${relation}${suffix}`
  return get(path, suffix === '' ? drawPage(random) : {})
}

const exportRows: DrawRead = random => {
  const collection = pickCollection(random)
  return get(`/${collection}.csv`, drawListQuery(random, collection))
}

const segment: DrawRead = random => {
  const name = random.pick(['Large', 'Newest', 'Unknown'])
  return get(`/orders${random.pick(['', '/count', '.csv'])}`, { segment: name })
}

const liveQuery: DrawRead = random =>
  get('/orders', {
    segmentQuery: random.pick(['select id from orders where total > 50', 'select id from orders']),
    connectionName: 'main',
  })

const chart: DrawRead = (random, charts) => {
  const body = random.pick([...charts, { ...charts[0], aggregator: 'Sum' }])
  const { sourceCollectionName: name, query } = body as Record<string, unknown>
  if (query !== undefined) return post('/_internal/native_query', body)
  return post(`/stats/${name}?timezone=UTC`, body)
}

const codeChart: DrawRead = random =>
  get(random.pick(['/_charts/turnover', '/_charts/secrets', '/_charts/orders/share?record_id=2']))

const form: DrawRead = random => {
  const [index, slug] = random.pick([
    [0, 'refund'],
    [1, 'archive'],
    [2, 'missing'],
  ] as const)
  const attributes = { ids: [pickId(random)], collection_name: 'orders', values: {} }
  const data = { type: 'custom-action-hook-requests', attributes }
  return post(`/_actions/orders/${index}/${slug}/hooks/load`, { data })
}

const schema: DrawRead = random =>
  random.chance(0.5)
    ? get('/_internal/schema')
    : post('/_internal/capabilities', { collectionNames: ['orders', 'customers', 'suppliers'] })

const batch: DrawRead = random =>
  post('/_batch', {
    timezone: 'UTC',
    requests: Array.from({ length: random.between(1, 4) }, (_, index) => ({
      id: String(index),
      method: 'GET',
      path: `/${pickCollection(random)}${random.pick(['', '/count', `/${pickId(random)}`])}`,
    })),
  })

/** Lists are drawn most often: they have the most parameters. */
const kinds: readonly DrawRead[] = [
  ...[list, list, list, list, countRows, record, record, related, related, exportRows, segment],
  ...[liveQuery, chart, chart, codeChart, form, schema, batch],
]

function drawListQuery(random: Random, collection: string): Record<string, string> {
  const direction = random.pick(['', '-'])
  return {
    ...drawSelection(random),
    ...drawProjection(random, collection),
    ...drawPage(random),
    ...(random.chance(0.4) && { sort: direction + pickColumn(random, collection) }),
  }
}

function drawSelection(random: Random): Record<string, string> {
  const conditions = random.some(filters, 0.15)
  const aggregator = random.pick(['and', 'or'])
  return {
    ...(conditions.length > 0 && { filters: JSON.stringify({ aggregator, conditions }) }),
    ...(random.chance(0.2) && { search: random.pick(['a', 'paid', '7', 'FR']) }),
    ...(random.chance(0.1) && { searchExtended: '1' }),
  }
}

function drawProjection(random: Random, collection: string): Record<string, string> {
  if (random.chance(0.5)) return {}
  const own = random.some(columns[collection as Collection] ?? ['id'], 0.5)
  const nested = collection === 'orders' && random.chance(0.5)
  return {
    [`fields[${collection}]`]: [...own, ...(nested ? ['customer'] : [])].join(',') || 'id',
    ...(nested && { 'fields[customer]': random.pick(['name', 'country', 'vip']) }),
  }
}

const drawPage = (random: Random): Record<string, string> =>
  random.chance(0.5)
    ? { 'page[size]': String(random.between(1, 6)), 'page[number]': String(random.between(1, 3)) }
    : {}

/** A read with this query. */
export function get(path: string, query: Readonly<Record<string, string>> = {}): AgentRequest {
  const text = new URLSearchParams({ timezone: 'UTC', ...query }).toString()
  return { method: 'GET', path: `${path}${path.includes('?') ? '&' : '?'}${text}` }
}

const post = (path: string, body: unknown): AgentRequest => ({ method: 'POST', path, body })
