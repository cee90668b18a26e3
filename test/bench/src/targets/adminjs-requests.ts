import { customerId, productId, review, reviewId, reviewTitle } from './samples.js'
import type { Requests } from './target.js'

const API = '/admin/api/resources'

function orders(size: number, page: number, sort: string): string {
  return `${API}/orders/actions/list?page=${page}&perPage=${size}&sortBy=${sort}&direction=desc`
}

/** AdminJS counts with every list, and cannot filter on an enum: search goes without its filter. */
export const adminjsRequests: Requests = {
  list15: () => ({ path: orders(15, 1, 'ordered_at') }),
  list100: () => ({ path: orders(100, 1, 'ordered_at') }),
  deep: () => ({ path: orders(15, 10_000, 'id') }),
  search: () => ({
    path: `${API}/customers/actions/list?page=1&perPage=15&sortBy=id&direction=desc&filters.email=garcia`,
  }),
  get: i => ({ path: `${API}/customers/records/${customerId(i)}/show` }),
  computed: () => ({ path: orders(15, 1, 'ordered_at') }),
  create: i => ({
    method: 'POST',
    path: `${API}/reviews/actions/new`,
    body: JSON.stringify({
      ...review(i),
      product_id: productId,
      customer_id: customerId(i),
      created_at: '2024-01-01T00:00:00Z',
    }),
  }),
  update: i => ({
    method: 'POST',
    path: `${API}/reviews/records/${reviewId(i)}/edit`,
    body: JSON.stringify(reviewTitle(i)),
  }),
}
