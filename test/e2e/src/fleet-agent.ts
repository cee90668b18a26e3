import { join } from 'node:path'
import { createAgent } from '@service/agent'
import { createMemoryDataSource } from '@service/datasource-memory'

/** What a test tells this program: where to run, and which service it belongs to. */
export interface FleetAgentSettings {
  readonly folder: string
  readonly port: number
  readonly serverUrl: string
  readonly envSecret: string
}

const { folder, port, serverUrl, envSecret } = JSON.parse(
  process.argv[2] ?? '{}',
) as FleetAgentSettings

const agent = createAgent({
  authSecret: 'a secret for tests, of 32 characters',
  envSecret,
  serverUrl,
  schemaPath: join(folder, 'schema.json'),
  trustProxy: ['127.0.0.1'],
  logger: () => {},
})
agent.addDataSource(
  createMemoryDataSource({
    orders: {
      columns: { id: { type: 'Number', isPrimaryKey: true }, title: 'String' },
      records: Array.from({ length: 50 }, (_, index) => ({
        id: index + 1,
        title: `Order ${index + 1}`,
      })),
    },
  }),
)
await agent.mountOnStandaloneServer(port, '127.0.0.1').start()
process.send?.('ready')
