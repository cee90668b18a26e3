import { join } from 'node:path'
import { createAuditTrail } from '@service/audit-trail'
import { type Connection, createStoreAgent, type Databases } from './agent.js'
import type { Settings } from './settings.js'

export interface RunningStore {
  readonly agentUrl: string
  /** Where AI clients connect. */
  readonly mcpUrl: string
  stop(): Promise<void>
}

/** Starts the agent on 127.0.0.1. */
export async function startStore(
  { agentPort, dataDir }: Pick<Settings, 'agentPort' | 'dataDir'>,
  databases: Databases,
  connection: Connection,
): Promise<RunningStore> {
  const schemaPath = join(dataDir, 'store-schema.json')
  const auditTrail = createAuditTrail({
    connection: `sqlite:${encodeURIComponent(join(dataDir, 'audit-trail.db'))}`,
  })
  const agent = createStoreAgent(databases, { ...connection, schemaPath, auditTrail })
  // #region mcp
  agent.mountAiMcpServer()
  // #endregion
  await agent.mountOnStandaloneServer(agentPort, '127.0.0.1').start()
  const origin = `http://127.0.0.1:${agent.standaloneServerPort}`
  return {
    agentUrl: `${origin}/service`,
    mcpUrl: `${origin}/mcp`,
    stop: () => agent.stop(),
  }
}
