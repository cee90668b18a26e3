import { type Kysely, sql } from 'kysely'
import { ConflictError } from '../../errors.js'
import { ensurePartitions } from '../../logs/ensure-partitions.js'
import { migrateInTransaction } from '../migrate.js'
import { migrations } from '../migrations/index.js'
import { SCHEMA, type Store } from '../open-store.js'
import type { Database } from '../schema.js'
import { type BackupHead, brokenBackup, type Partition, type TableHead } from './format.js'
import { checkBackup, readBackup } from './read-backup.js'
import { readTables } from './read-catalog.js'

const ROWS_AT_ONCE = 1_000
const CHARACTERS_AT_ONCE = 4_000_000

/**
 * Replaces the content of the store with a backup, in one transaction. The whole file is checked first.
 * Throws when the store is not empty, unless `force` is set.
 */
export async function restoreBackup(
  store: Store,
  file: string,
  options: { readonly force?: boolean } = {},
): Promise<{ readonly rows: number }> {
  const head = await checkBackup(file)
  const last = lastMigration(file, head)
  const rows = await store.db.connection().execute(connection =>
    inTransaction(connection, async () => {
      if (!options.force) await refuseFull(connection, store)
      await sql
        .raw(`drop schema if exists ${SCHEMA} cascade; create schema ${SCHEMA}`)
        .execute(connection)
      await migrateInTransaction(connection, last)
      for (const partition of head.partitions) await makePartition(connection, file, partition)
      await switchTriggers(connection, 'disable')
      const written = await loadRows(connection, file)
      await switchTriggers(connection, 'enable')
      await migrateInTransaction(connection, Object.keys(migrations).at(-1) as string)
      return written
    }),
  )
  await ensurePartitions(store.db)
  return { rows }
}

/** The last migration of the backup; later ones run on the restored data. */
function lastMigration(file: string, { migrations: seen }: BackupHead): string {
  const known = Object.keys(migrations)
  const unknown = seen.filter(name => !known.includes(name))
  if (unknown.length > 0) {
    throw brokenBackup(
      file,
      `it was made by a newer version of the service, which has also the migrations ${unknown.join(', ')}. Restore it with that version`,
    )
  }
  if (seen.length === 0 || seen.some((name, index) => name !== known[index])) {
    throw brokenBackup(file, 'the list of its migrations has gaps')
  }
  return seen.at(-1) as string
}

/**
 * Manual, because the migrations must run on this connection, which kysely's own transactions do not allow.
 */
async function inTransaction<T>(db: Kysely<Database>, run: () => Promise<T>): Promise<T> {
  await sql`begin`.execute(db)
  try {
    const result = await run()
    await sql`commit`.execute(db)
    return result
  } catch (error) {
    // The original error matters more than one from the rollback.
    await sql`rollback`.execute(db).catch(() => {})
    throw error
  }
}

async function refuseFull(db: Kysely<Database>, store: Store): Promise<void> {
  for (const { name } of await readTables(db)) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db)
    if (rows.length === 0) continue
    throw new ConflictError(
      `${store.description} is not empty: '${name}' has rows. Restore into an empty store, or replace everything in this one with --force.`,
      'store_not_empty',
    )
  }
}

/** Triggers are disabled during the restore, because the backup contains what they wrote. */
async function switchTriggers(db: Kysely<Database>, word: 'disable' | 'enable'): Promise<void> {
  for (const { name } of await readTables(db)) {
    await sql`alter table ${sql.table(name)} ${sql.raw(word)} trigger user`.execute(db)
  }
}

const BOUNDS = /^(DEFAULT|FOR VALUES FROM \('[-0-9:+. ]+'\) TO \('[-0-9:+. ]+'\))$/
const NAME = /^[a-z][a-z0-9_]{0,62}$/

async function makePartition(
  db: Kysely<Database>,
  file: string,
  { parent, name, bounds }: Partition,
): Promise<void> {
  // These names become SQL text, so they are validated.
  if (!NAME.test(parent) || !NAME.test(name) || !BOUNDS.test(bounds)) {
    throw brokenBackup(file, `it describes a partition '${name}' that cannot be`)
  }
  await sql.raw(`create table if not exists ${name} partition of ${parent} ${bounds}`).execute(db)
}

async function loadRows(db: Kysely<Database>, file: string): Promise<number> {
  const known = new Map((await readTables(db)).map(table => [table.name, table]))
  let total = 0
  let table: TableHead | undefined
  let batch: string[] = []
  let size = 0
  const flush = async () => {
    if (table && batch.length > 0) await insert(db, table, batch)
    total += batch.length
    batch = []
    size = 0
  }
  for await (const part of readBackup(file)) {
    if (part.kind === 'table') {
      await flush()
      table = part.table
      const target = known.get(table['@table'])
      if (!target || table.columns.some(column => !target.columns.includes(column))) {
        throw brokenBackup(
          file,
          `this version of the service has no such table '${table['@table']}'`,
        )
      }
      await setSequences(db, table)
    } else if (part.kind === 'row') {
      batch.push(part.line)
      size += part.line.length
      if (batch.length >= ROWS_AT_ONCE || size >= CHARACTERS_AT_ONCE) await flush()
    }
  }
  await flush()
  return total
}

async function insert(
  db: Kysely<Database>,
  table: TableHead,
  lines: readonly string[],
): Promise<void> {
  const name = sql.table(table['@table'])
  const columns = sql.join(table.columns.map(column => sql.ref(column)))
  await sql`
    insert into ${name} (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::${name}, ${`[${lines.join(',')}]`}::json)
    `.execute(db)
}

async function setSequences(db: Kysely<Database>, table: TableHead): Promise<void> {
  for (const [column, last] of Object.entries(table.sequences)) {
    if (last === 0) continue
    await sql`select setval(pg_get_serial_sequence(${table['@table']}, ${column}), ${last})`.execute(
      db,
    )
  }
}
