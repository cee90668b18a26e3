import { type Kysely, Migrator, sql } from 'kysely'
import { migrations } from './migrations/index.js'
import { openStore, SCHEMA, type Store, type StoreSettings } from './open-store.js'
import type { Database } from './schema.js'

/**
 * Runs the pending migrations and returns their names. Instances that start at the same time wait for each
 * other.
 */
export async function migrate({ db }: Pick<Store, 'db'>): Promise<readonly string[]> {
  await sql.raw(`create schema if not exists ${SCHEMA}`).execute(db)
  return listAppliedMigrations(await createMigrator(db).migrateToLatest())
}

/** Migrates without the statement timeout of requests, because a migration may rewrite a large table. */
export async function migrateWithoutTimeout(
  store: Store,
  settings: StoreSettings,
): Promise<readonly string[]> {
  if (store.kind === 'embedded') return migrate(store)
  const storeWithoutTimeout = await openStore({ ...settings, statementTimeout: 0, poolSize: 1 })
  try {
    return await migrate(storeWithoutTimeout)
  } finally {
    await storeWithoutTimeout.close()
  }
}

/** Runs the migrations up to `last`, in the transaction that is open on this connection. */
export async function migrateInTransaction(
  connection: Kysely<Database>,
  last: string,
): Promise<readonly string[]> {
  return listAppliedMigrations(await createMigrator(connection, true).migrateTo(last))
}

/** The migrations that have been run, oldest first. */
export async function listMigrations(db: Kysely<Database>): Promise<readonly string[]> {
  const all = await createMigrator(db, true).getMigrations()
  return all.filter(step => step.executedAt !== undefined).map(step => step.name)
}

const createMigrator = (db: Kysely<Database>, disableTransactions = false) =>
  new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations }) },
    migrationTableSchema: SCHEMA,
    disableTransactions,
  })

function listAppliedMigrations({
  error,
  results = [],
}: Awaited<ReturnType<Migrator['migrateToLatest']>>): readonly string[] {
  if (error) throw error
  return results.map(result => result.migrationName)
}
