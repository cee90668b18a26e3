import type { Call, DataSource } from '../source.js'
import { requireCollection } from './adapt-scan.js'
import type { TestTable } from './tables.js'

/**
 * Creates the rows of the tables through a source; referenced tables must come first.
 *
 * @example
 * await loadRows(source, tables, call)
 */
export async function loadRows(
  source: DataSource,
  tables: readonly TestTable[],
  call: Call,
): Promise<void> {
  for (const { name, rows } of tables) {
    if (rows.length > 0) await requireCollection(source, name).create(rows, call)
  }
}
