import { type Kysely, sql } from 'kysely'
import type { Database } from '../store/schema.js'

/**
 * The tables of the store that hold a secret in some row, whatever the type of the column: columns
 * of bytes show as hexadecimal digits, in which a text is not found as such.
 */
export async function tablesHolding(
  db: Kysely<Database>,
  secret: string | Buffer,
): Promise<string[]> {
  const bytes = Buffer.from(secret)
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1`.execute(db)
  const spellings = [bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, '')]
  if (typeof secret === 'string') spellings.push(secret)
  const isHeld = sql.join(
    spellings.map(text => sql`strpos(t::text, ${text}) > 0`),
    sql` or `,
  )
  const holding = tables.map(
    ({ name }) =>
      sql`select ${name}::text as name where exists (select from ${sql.table(name)} t where ${isHeld})`,
  )
  const { rows } = await sql<{ name: string }>`${sql.join(holding, sql` union all `)}`.execute(db)
  return rows.map(({ name }) => name)
}
