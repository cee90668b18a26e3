import { join } from 'node:path'
import { type Connection, createStoreAgent, type Databases } from './agent.js'
import type { Settings } from './settings.js'

export interface RunningStore {
  readonly agentUrl: string
  stop(): Promise<void>
}

/** Starts the agent on 127.0.0.1. */
export async function startStore(
  { agentPort, dataDir }: Pick<Settings, 'agentPort' | 'dataDir'>,
  databases: Databases,
  connection: Connection,
): Promise<RunningStore> {
  const schemaPath = join(dataDir, 'store-schema.json')
  const agent = createStoreAgent(databases, { ...connection, schemaPath })
  await agent.mountOnStandaloneServer(agentPort, '127.0.0.1').start()
  return {
    agentUrl: `http://127.0.0.1:${agent.standaloneServerPort}/service`,
    stop: () => agent.stop(),
  }
}
