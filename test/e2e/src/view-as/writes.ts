import type { AgentRequest } from './random-reads.js'

const record = { data: { type: 'orders', id: '1', attributes: { status: 'hacked' } } }
const selection = { data: { attributes: { ids: ['1'], collection_name: 'orders', values: {} } } }
const customer = { data: { type: 'customers', id: '2' } }

/** Every request by which a session at the agent changes something, or gets another session. */
export const writes: readonly AgentRequest[] = [
  { method: 'POST', path: '/orders', body: record },
  { method: 'PUT', path: '/orders/1?timezone=UTC', body: record },
  { method: 'PUT', path: '/orders', body: { ...selection, attributes: { status: 'hacked' } } },
  { method: 'POST', path: '/orders/_import', body: { mode: 'create', rows: [] } },
  { method: 'PUT', path: '/orders/1/relationships/tags/0', body: record },
  { method: 'DELETE', path: '/orders/1' },
  { method: 'DELETE', path: '/orders', body: selection },
  { method: 'POST', path: '/customers/1/relationships/orders', body: { data: [record.data] } },
  { method: 'DELETE', path: '/customers/1/relationships/orders', body: { data: [record.data] } },
  { method: 'PUT', path: '/orders/1/relationships/customer', body: customer },
  { method: 'POST', path: '/_actions/orders/0/refund', body: selection },
  { method: 'POST', path: '/_audit-trail/orders/1/restore', body: {} },
  { method: 'POST', path: '/_audit-trail/correlation/1/revert', body: {} },
  { method: 'POST', path: '/_internal/ai-proxy/ai-query', body: {} },
  { method: 'POST', path: '/scope-cache-invalidation', body: { renderingId: 1 } },
  { method: 'POST', path: '/authentication/renew' },
]
