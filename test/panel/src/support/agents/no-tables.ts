import type { AgentData } from './agent-data.js'
import { makeSqlite } from './sqlite-file.js'

/** A database in which there is nothing yet. */
export async function makeNoTables(folder: string): Promise<AgentData> {
  return makeSqlite(folder, () => {})
}
