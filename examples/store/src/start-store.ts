import { join } from 'node:path'
import { createStoreAgent, type Secrets } from './agent.js'
import { openDatabase } from './database.js'
import { createShopService, people, rendering } from './people.js'
import type { Settings } from './settings.js'
import { openWarehouse } from './warehouse.js'

export interface RunningStore {
  readonly agentUrl: string
  readonly database: string
  /** A session of one hour for each person, by name. */
  readonly sessions: Readonly<Record<keyof typeof people, string>>
  stop(): Promise<void>
}

/** Opens the database, starts the agent on 127.0.0.1 and signs its people in. */
export async function startStore(
  settings: Pick<Settings, 'agentPort' | 'dataDir' | 'databaseUrl'>,
  { authSecret, envSecret }: Secrets,
): Promise<RunningStore> {
  const warehouse = await openWarehouse(settings.dataDir)
  const database = await openDatabase(settings.dataDir, settings.databaseUrl)
  const service = createShopService()
  const schemaPath = join(settings.dataDir, 'store-schema.json')
  const databases = { shop: database.connection, warehouse }
  const agent = createStoreAgent(databases, { authSecret, envSecret }, service, schemaPath)
  try {
    await agent.mountOnStandaloneServer(settings.agentPort, '127.0.0.1').start()
  } catch (error) {
    await database.close()
    throw error
  }
  const agentUrl = `http://127.0.0.1:${agent.standaloneServerPort}/service`
  const signIn = (person: { id: number }) => service.signIn(agentUrl, person.id, rendering)
  return {
    agentUrl,
    database: database.description,
    sessions: {
      manager: await signIn(people.manager),
      support: await signIn(people.support),
    },
    async stop() {
      await agent.stop()
      await database.close()
    },
  }
}
