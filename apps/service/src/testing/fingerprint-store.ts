import { sql } from 'kysely'
import { SCHEMA, type Store } from '../store/open-store.js'

/** Tables that every request may touch, refused or not: last uses and counters. */
const volatile = ['sessions', 'personal_tokens', 'api_tokens', 'rate_limits']

/** A digest of every table, to show that nothing was written. */
export async function fingerprintStore({ db }: Store): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = ${SCHEMA} and table_type = 'BASE TABLE' order by table_name`.execute(db)
  const prints: Record<string, string> = {}
  for (const { name } of rows.filter(row => !volatile.includes(row.name))) {
    const { rows: digests } = await sql<{ digest: string }>`
      select md5(coalesce(string_agg(one::text, '|' order by one::text), '')) as digest
      from ${sql.table(name)} as one`.execute(db)
    prints[name] = digests[0]?.digest ?? ''
  }
  return prints
}
