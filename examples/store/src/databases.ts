import type { Databases } from './agent.js'
import { openDatabase } from './database.js'
import type { Settings } from './settings.js'
import { openWarehouse } from './warehouse.js'

export interface OpenDatabases extends Databases {
  readonly description: string
  stop(): Promise<void>
}

/** The database of the shop and the one of its warehouse, filled on the first start. */
export async function openDatabases({
  dataDir,
  databaseUrl,
}: Pick<Settings, 'dataDir' | 'databaseUrl'>): Promise<OpenDatabases> {
  const warehouse = await openWarehouse(dataDir)
  const { connection, description, close } = await openDatabase(dataDir, databaseUrl)
  return { shop: connection, warehouse, description, stop: close }
}
