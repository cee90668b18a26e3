import { createAgent, createInProcessService } from '@service/agent'
import { createSqlDataSource } from '@service/datasource-sql'
import { benchUser } from '../targets/session-token.js'
import { envSecret, everyRight, RENDERING, ROLE } from './access.js'

const { env } = process

/** Rights of as many roles as asked for; otherwise of everybody. */
function describeRights(roles: number) {
  if (roles === 0) return { rights: true } as const
  const ids = Array.from({ length: roles }, (_, i) => ROLE + i)
  const allowed = { roles: ids }
  const rights = { ...everyRight, browse: allowed, read: allowed, export: allowed, actions: {} }
  return {
    roles: Object.fromEntries(ids.map(id => [id, `Role ${id}`])),
    rights: { items: rights },
  }
}

// Our agent with more of something: roles, or conditions in a scope that every row passes.
const service = createInProcessService({
  users: [{ ...benchUser, roleId: ROLE, permissionLevel: 'user' }],
  ...describeRights(Number(env.ROLES ?? 0)),
})
const conditions = Array.from({ length: Number(env.CONDITIONS ?? 0) }, (_, i) => ({
  ...{ field: 'amount', operator: 'not_equal', value: -1 - i },
}))
if (conditions.length > 0) {
  service.setScope(RENDERING, 'items', { aggregator: 'and', conditions })
}

const agent = createAgent({
  authSecret: env.AUTH_SECRET ?? '',
  envSecret,
  isProduction: env.WRITE_SCHEMA !== '1',
  schemaPath: env.SCHEMA_FILE,
  loggerLevel: 'Warn',
  prefix: '/forest',
  service,
}).addDataSource(createSqlDataSource(env.DATABASE_URL ?? ''))
agent.mountOnStandaloneServer(Number(env.PORT), '127.0.0.1')
await agent.start()
