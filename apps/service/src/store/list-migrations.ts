import { type Kysely, sql } from 'kysely'
import { StoreTooNewError } from '../errors.js'
import { migrations } from './migrations/index.js'
import { SCHEMA } from './open-store.js'
import type { Database } from './schema.js'

/** The migrations that have been run, oldest first, also those of a newer version. */
export async function listMigrations(db: Kysely<Database>): Promise<readonly string[]> {
  const { rows: tables } = await sql`
    select from pg_class
    where relname = 'kysely_migration' and relnamespace = to_regnamespace(${SCHEMA})`.execute(db)
  if (tables.length === 0) return []
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(`${SCHEMA}.kysely_migration`)} order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * The migrations of a newer version that have been run. Throws when this version cannot run on them, because one
 * removes what it uses, or because the database has another past.
 */
export async function listNewerMigrations(db: Kysely<Database>): Promise<readonly string[]> {
  const known = Object.keys(migrations)
  const done = await listMigrations(db)
  const newer = done.filter(name => !known.includes(name))
  const isBehind = newer.length > 0 && known.some(name => !done.includes(name))
  const level = known.at(-1) as string
  if (isBehind || newer.some(name => readOldestLevel(name) > level)) {
    throw new StoreTooNewError(newer, level)
  }
  return newer
}

/** The oldest level that may run after a migration: the end of its name, or any. */
const readOldestLevel = (name: string) => /-needs-(\d{3})$/.exec(name)?.[1] ?? ''
