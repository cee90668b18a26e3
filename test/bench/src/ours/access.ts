import { createInProcessService, type InProcessService } from '@service/agent'
import { monthlyTotals } from '../targets/monthly-totals.js'
import { benchUser } from '../targets/session-token.js'

/** Identifies the environment of the benchmark. */
export const envSecret = '61a31971206f285c3e8eb8f3ee420175eb004bfa9fa24846dde6d5dd438e3991'

export const ROLE = 1
export const RENDERING = 1
const WIDE_TABLES = 300

export const benchTables =
  'companies customers addresses categories products orders order_items tags customer_tags reviews events'

export const everyRight = {
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

/** Nothing is checked beyond the session. */
export function openService(): InProcessService {
  return createInProcessService({
    users: [{ ...benchUser, roleId: ROLE, permissionLevel: 'user' }],
    rights: true,
  })
}
