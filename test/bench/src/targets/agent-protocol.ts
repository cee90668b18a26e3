import type { BenchDatabaseName } from '../data/bench-server.js'
import { customerCode } from '../data/make-events.js'
import { monthlyTotals } from './monthly-totals.js'
import { customerId, productId, review, reviewId, reviewTitle } from './samples.js'
import type { Requests } from './target.js'

export const PREFIX = '/forest'
export const PARIS = 'timezone=Europe%2FParis'
const LISTED = 'id,reference,status,total,currency,ordered_at'

/** One condition on a column, as a part of an address. */
export const filter = (field: string, value: string): string =>
  encodeURIComponent(JSON.stringify({ field, operator: 'equal', value }))

function orders(size: number, page: number, sort: string, last = 'customer'): string {
  return `${PREFIX}/orders?fields[orders]=${LISTED},${last}&fields[customer]=last_name&page[number]=${page}&page[size]=${size}&sort=${sort}&${PARIS}`
}

function fullNames(query: string): string {
  return `${PREFIX}/customers?fields[customers]=id,full_name&page[number]=1&page[size]=15&${query}&${PARIS}`
}

function csv(table: string, fields: string): string {
  const header = encodeURIComponent(fields)
  return `${PREFIX}/${table}.csv?fields[${table}]=${fields}&header=${header}&filename=export&sort=id&${PARIS}`
}

function createBody(i: number): string {
  const relationships = {
    product: { data: { type: 'products', id: String(productId) } },
    customer: { data: { type: 'customers', id: String(customerId(i)) } },
  }
  return JSON.stringify({ data: { type: 'reviews', attributes: review(i), relationships } })
}

function updateBody(i: number): string {
  const id = String(reviewId(i))
  return JSON.stringify({ data: { type: 'reviews', id, attributes: reviewTitle(i) } })
}

/** The agent protocol (JSON:API): the limit, the peer agent and ours. */
export const agentRequests: Requests = {
  list15: () => ({ path: orders(15, 1, '-ordered_at') }),
  list100: () => ({ path: orders(100, 1, '-ordered_at') }),
  deep: () => ({ path: orders(15, 10_000, '-id') }),
  search: () => ({
    path: `${PREFIX}/customers?fields[customers]=id,first_name,last_name,email,status&search=garcia&filters=${filter('status', 'active')}&page[number]=1&page[size]=15&sort=-id&${PARIS}`,
  }),
  countFiltered: () => ({
    path: `${PREFIX}/customers/count?filters=${filter('status', 'active')}&${PARIS}`,
  }),
  count1m: () => ({ path: `${PREFIX}/orders/count?${PARIS}` }),
  get: i => ({ path: `${PREFIX}/customers/${customerId(i)}?${PARIS}` }),
  computed: () => ({ path: orders(15, 1, '-ordered_at', 'customer_label') }),
  related: i => ({
    path: `${PREFIX}/customers/${customerId(i)}/relationships/orders?fields[orders]=id,reference,total&page[number]=1&page[size]=15&sort=-id&${PARIS}`,
  }),
  create: i => ({ method: 'POST', path: `${PREFIX}/reviews?${PARIS}`, body: createBody(i) }),
  update: i => ({
    method: 'PUT',
    path: `${PREFIX}/reviews/${reviewId(i)}?${PARIS}`,
    body: updateBody(i),
  }),
  chart: () => ({
    method: 'POST',
    path: `${PREFIX}/stats/orders?timezone=UTC`,
    body: JSON.stringify(monthlyTotals),
  }),
  chartTz: () => ({
    method: 'POST',
    path: `${PREFIX}/stats/orders?${PARIS}`,
    body: JSON.stringify(monthlyTotals),
  }),
  emuFilter: () => ({
    path: fullNames(`sort=id&filters=${filter('full_name', 'Ada Lovelace')}`),
  }),
  emuSort: () => ({ path: fullNames('sort=full_name') }),
  csv100k: () => ({
    path: csv('customers', 'id,first_name,last_name,email,status,balance,created_at'),
  }),
  csv1m: () => ({ path: csv('orders', 'id,reference,status,total,currency,ordered_at,note') }),
}

const EVENTS = 'id,kind,occurred_at,payload@@@customer@@@code,payload@@@customer@@@country'

const buildEventsUrl = (code: string) =>
  `${PREFIX}/events?fields[events]=${EVENTS}&filters=${filter('payload@@@customer@@@code', code)}&page[number]=1&page[size]=15&sort=-id&${PARIS}`

/** What our agent and the limit are asked: members of a JSON column as columns. */
export const jsonRequests: Requests = {
  jsonFilter: i => ({ path: buildEventsUrl(customerCode(i * 97)) }),
}

/** What only our agent is asked: whether its memory stays flat. */
export const oursRequests: Requests = {
  emuFilter1m: () => ({
    path: `${PREFIX}/orders?fields[orders]=id,label&page[number]=1&page[size]=15&sort=id&filters=${filter('label', 'none')}&${PARIS}`,
  }),
  emuSort1m: () => ({
    path: `${PREFIX}/orders?fields[orders]=id,label&page[number]=1&page[size]=15&sort=-label&${PARIS}`,
  }),
  file1g: () => ({
    method: 'POST',
    path: `${PREFIX}/_actions/orders/0/big-file?${PARIS}`,
    body: JSON.stringify({
      data: {
        type: 'custom-action-requests',
        attributes: { collection_name: 'orders', ids: [], values: {} },
      },
    }),
  }),
}

/** The first list a start is timed to, per database. */
export const firstLists: Readonly<Record<BenchDatabaseName, string>> = {
  bench: orders(15, 1, '-ordered_at'),
  bench300: `${PREFIX}/t1?fields[t1]=id,name&page[number]=1&page[size]=15&sort=id&${PARIS}`,
  bench_json: buildEventsUrl(customerCode(0)),
}
