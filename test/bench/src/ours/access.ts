import { createInProcessService, type InProcessService } from '@service/agent'
import { monthlyTotals } from '../targets/agent-protocol.js'
import { benchUser } from '../targets/session-token.js'

const ROLE = 1
const RENDERING = 1
const WIDE_TABLES = 300

const benchTables =
  'companies customers addresses categories products orders order_items tags customer_tags reviews'

const everyRight = {
  browse: { roles: [ROLE] },
  read: { roles: [ROLE] },
  edit: { roles: [ROLE] },
  add: { roles: [ROLE] },
  delete: { roles: [ROLE] },
  export: { roles: [ROLE] },
  actions: { 'Big file': { roles: [ROLE] } },
}

/**
 * A user without privileges whose role has every right, and two scopes that every row passes, so
 * that answers stay comparable: what is written, and what a review points at.
 */
export function benchService(): InProcessService {
  const wideTables = Array.from({ length: WIDE_TABLES }, (_, i) => `t${i + 1}`)
  const collections = [...benchTables.split(' '), ...wideTables]
  const service = createInProcessService({
    users: [{ ...benchUser, roleId: ROLE, permissionLevel: 'user' }],
    roles: { [ROLE]: benchUser.role },
    rights: Object.fromEntries(collections.map(name => [name, everyRight])),
  })
  service.setScope(RENDERING, 'reviews', { field: 'rating', operator: 'greater_than', value: 0 })
  service.setScope(RENDERING, 'products', { field: 'price', operator: 'greater_than', value: 0 })
  service.setCharts(RENDERING, [monthlyTotals])
  return service
}
