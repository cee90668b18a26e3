import type { SqlCollection } from './collection.js'
import type { Database } from './database.js'
import type { Sql } from './sql.js'

/** Returns the number of rows by the database's statistics; undefined before they were gathered. */
export async function estimateCount(
  database: Database,
  collection: SqlCollection,
  estimate: (table: SqlCollection['table']) => Sql<Record<string, unknown>>,
): Promise<number | undefined> {
  const [row] = await database.query(estimate(collection.table))
  const [value] = Object.values(row ?? {})
  const count = value === null || value === undefined ? -1 : Number(value)
  return count < 0 ? undefined : count
}
