import { createServiceSandbox } from '@service/agent-testing'
import { benchTables, envSecret, everyRight, RENDERING, ROLE } from '../ours/access.js'
import { benchUser } from '../targets/session-token.js'

const everyRow = { field: 'id', operator: 'greater_than', value: 0 }
const nobody = { roles: [] }

// A service to connect to over HTTP that receives activity logs: rights by role, fields that are
// hidden, and scopes on what the list shows, which every row passes.
const sandbox = await createServiceSandbox(Number(process.env.PORT))
const service = sandbox.environment(envSecret)
await service.setRole(ROLE, benchUser.role)
await service.setUser({ ...benchUser, roleId: ROLE, permissionLevel: 'user' })
for (const name of benchTables.split(' ')) await service.setRights(name, everyRight)
const fields = { note: { read: nobody, edit: nobody } }
await service.setRights('orders', { ...everyRight, fields })
await service.setScope(RENDERING, 'orders', everyRow)
await service.setScope(RENDERING, 'customers', everyRow)
