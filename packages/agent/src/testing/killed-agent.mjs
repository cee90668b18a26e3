// An agent in its own process, for tests that kill it: node killed-agent.mjs <folder> <URL of the sink>
import { join } from 'node:path'
import { createAgent, createInProcessService } from '@service/agent'
import { createMemoryDataSource } from '@service/datasource-memory'
import { writeTo } from './sink.mjs'

const [folder, sink] = process.argv.slice(2)

const service = createInProcessService({
  users: [{ id: 7, email: 'ada@example.com', roleId: 1 }],
  rights: true,
})

const agent = createAgent({
  authSecret: 'a secret for tests, of 32 characters',
  envSecret: '0'.repeat(64),
  loggerLevel: 'Error',
  schemaPath: join(folder, 'schema.json'),
  service: {
    ...service,
    snapshot: service.snapshot,
    isInProcess: undefined,
    writeActivity: writeTo(sink),
  },
})

agent.addDataSource(
  createMemoryDataSource({
    orders: {
      columns: { id: { type: 'Number', isPrimaryKey: true }, reference: 'String' },
      records: Array.from({ length: 20_000 }, (_, index) => ({ id: index, reference: '' })),
    },
  }),
)

await agent.mountOnStandaloneServer(0, '127.0.0.1').start()
process.stdout.write(`${agent.standaloneServerPort}\n`)
process.once('SIGTERM', () => agent.stop())
