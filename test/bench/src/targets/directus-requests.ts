import { customerId, productId, review, reviewId, reviewTitle } from './samples.js'
import type { Requests } from './target.js'

const LISTED = 'id,reference,status,total,currency,ordered_at,customer_id.id,customer_id.last_name'

function orders(size: number, page: number, sort: string): string {
  return `/items/orders?fields=${LISTED}&sort=${sort}&limit=${size}&page=${page}`
}

/** Directus answers flat JSON, about a third of the bytes; `get` comes without the address. */
export const directusRequests: Requests = {
  list15: () => ({ path: orders(15, 1, '-ordered_at') }),
  list100: () => ({ path: orders(100, 1, '-ordered_at') }),
  deep: () => ({ path: orders(15, 10_000, '-id') }),
  search: () => ({
    path: '/items/customers?fields=id,first_name,last_name,email,status&search=garcia&filter[status][_eq]=active&sort=-id&limit=15',
  }),
  countFiltered: () => ({
    path: '/items/customers?aggregate[count]=*&filter[status][_eq]=active',
  }),
  count1m: () => ({ path: '/items/orders?aggregate[count]=*' }),
  get: i => ({ path: `/items/customers/${customerId(i)}?fields=*,company_id.*` }),
  related: i => ({
    path: `/items/orders?fields=id,reference,total&filter[customer_id][_eq]=${customerId(i)}&sort=-id&limit=15`,
  }),
  create: i => ({
    method: 'POST',
    path: '/items/reviews',
    body: JSON.stringify({ ...review(i), product_id: productId, customer_id: customerId(i) }),
  }),
  update: i => ({
    method: 'PATCH',
    path: `/items/reviews/${reviewId(i)}`,
    body: JSON.stringify(reviewTitle(i)),
  }),
  chart: () => ({
    path: '/items/orders?aggregate[sum]=total&groupBy[]=year(ordered_at)&groupBy[]=month(ordered_at)&limit=-1',
  }),
  csv100k: () => ({
    path: '/items/customers?export=csv&limit=-1&sort=id&fields=id,first_name,last_name,email,status,balance,created_at',
  }),
  csv1m: () => ({
    path: '/items/orders?export=csv&limit=-1&sort=id&fields=id,reference,status,total,currency,ordered_at,note',
  }),
}
