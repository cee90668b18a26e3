// An agent that is killed while it changes a record: node killed-agent.mjs <folder> <file of the
// audit trail>
import { join } from 'node:path'
import { createAgent, createInProcessService } from '@service/agent'
import { createAuditTrail } from '@service/audit-trail'
import { createMemoryDataSource } from '@service/datasource-memory'

const [folder, file] = process.argv.slice(2)

const service = createInProcessService({
  users: [{ id: 1, email: 'ada@example.com', roleId: 1 }],
  rights: true,
})
const agent = createAgent({
  authSecret: 'a secret for tests, of 32 characters',
  envSecret: '0'.repeat(64),
  loggerLevel: 'Error',
  schemaPath: join(folder, 'schema.json'),
  service,
  auditTrail: createAuditTrail({ connection: `sqlite:${file}`, critical: true }),
})
agent.addDataSource(
  createMemoryDataSource({
    orders: {
      columns: { id: { type: 'Number', isPrimaryKey: true }, status: 'String' },
      records: [{ id: 1, status: 'draft' }],
    },
  }),
)
agent.customizeCollection('orders', orders =>
  orders.overrideUpdate(() => {
    process.kill(process.pid, 'SIGKILL')
    return new Promise(() => {})
  }),
)
await agent.mountOnStandaloneServer(0, '127.0.0.1').start()
const url = `http://127.0.0.1:${agent.standaloneServerPort}/service`
const token = await service.signIn(url, 1)
await fetch(`${url}/orders/1?timezone=UTC`, {
  method: 'PUT',
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  body: JSON.stringify({ data: { attributes: { status: 'paid' } } }),
})
