import { join } from 'node:path'
import { createSqlDataSource } from '@service/datasource-sql'
import Database from 'libsql'
import type { AgentData } from './agent-data.js'

/** An SQLite file that is filled in one transaction. */
export function makeSqlite(
  folder: string,
  fill: (database: Database.Database) => void,
  addTo?: (agent: Parameters<AgentData['addTo']>[0]) => void,
): AgentData {
  const file = join(folder, 'data.db')
  const database = new Database(file)
  try {
    database.transaction(() => fill(database))()
  } finally {
    database.close()
  }
  return {
    addTo(agent) {
      agent.addDataSource(createSqlDataSource(`sqlite:${encodeURIComponent(file)}`))
      addTo?.(agent)
    },
    close: async () => {},
  }
}
