import { type Kysely, sql } from 'kysely'
import { readTables } from '../store/backup/read-catalog.js'
import type { Database } from '../store/schema.js'

/** The columns of tables to compare. */
export type ContentColumns = Readonly<Record<string, readonly string[]>>

/** The tables of a store and their columns, without those that a crash may empty. */
export async function readColumns(db: Kysely<Database>): Promise<ContentColumns> {
  const tables = await readTables(db)
  return Object.fromEntries(tables.map(({ name, columns }) => [name, columns]))
}

/** The rows of tables as text, in an order that every database shares. */
export async function readContent(
  db: Kysely<Database>,
  tables: ContentColumns,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const content: Record<string, readonly string[]> = {}
  for (const [name, columns] of Object.entries(tables)) {
    const list = sql.join(columns.map(column => sql.ref(column)))
    const { rows } = await sql<{ line: string }>`
      select row_to_json(row)::text as line from (select ${list} from ${sql.table(name)}) row
      order by row_to_json(row)::text collate "C"`.execute(db)
    content[name] = rows.map(({ line }) => line)
  }
  return content
}
