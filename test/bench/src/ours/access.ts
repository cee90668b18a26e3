import { createInProcessService, type InProcessService } from '@service/agent'
import { createServiceSandbox, type ServiceSandbox } from '@service/agent-testing'
import { monthlyTotals } from '../targets/agent-protocol.js'
import { benchUser } from '../targets/session-token.js'

/** Identifies the environment of the benchmark. */
export const envSecret = '61a31971206f285c3e8eb8f3ee420175eb004bfa9fa24846dde6d5dd438e3991'

const ROLE = 1
const RENDERING = 1
const WIDE_TABLES = 300

const benchTables =
  'companies customers addresses categories products orders order_items tags customer_tags reviews events'

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

/** Nothing is checked beyond the session. */
export function openService(): InProcessService {
  return createInProcessService({
    users: [{ ...benchUser, roleId: ROLE, permissionLevel: 'user' }],
    rights: true,
  })
}

const everyRow = { field: 'id', operator: 'greater_than', value: 0 }
const nobody = { roles: [] }

/**
 * A service to connect to over HTTP that receives activity logs: rights by role, fields that are
 * hidden, and scopes on what the list shows, which every row passes.
 */
export async function startGuardingService(): Promise<ServiceSandbox> {
  const sandbox = await createServiceSandbox(0)
  const service = sandbox.environment(envSecret)
  await service.setRole(ROLE, benchUser.role)
  await service.setUser({ ...benchUser, roleId: ROLE, permissionLevel: 'user' })
  for (const name of benchTables.split(' ')) await service.setRights(name, everyRight)
  const fields = { note: { read: nobody, edit: nobody } }
  await service.setRights('orders', { ...everyRight, fields })
  await service.setScope(RENDERING, 'orders', everyRow)
  await service.setScope(RENDERING, 'customers', everyRow)
  return sandbox
}
