import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, type Migration, Migrator, sql } from 'kysely'
import { UnavailableError } from '../errors.js'
import { listMigrations, listNewerMigrations } from './list-migrations.js'
import { migrations } from './migrations/index.js'
import { openStore, SCHEMA, type Store, type StoreSettings } from './open-store.js'
import type { Database } from './schema.js'

/**
 * How long a migration waits for a lock that others hold. Whoever comes after it in the queue waits as long, so it
 * gives up soon and tries again.
 */
const LOCK_TIMEOUT = '2s'
const ATTEMPTS = 30
const PAUSE = 1_000

/**
 * Runs the pending migrations and returns their names. Each commits on its own: whoever is interrupted leaves a
 * database that this version and the one before can use. Instances that start at the same time wait for each other.
 * A database of a newer version stays as it is; throws when this version cannot run on it.
 */
export async function migrate({ db }: Pick<Store, 'db'>): Promise<readonly string[]> {
  await sql.raw(`create schema if not exists ${SCHEMA}`).execute(db)
  const done = await listMigrations(db)
  // Nobody uses a new database.
  if (done.length === 0) return listAppliedMigrations(await createMigrator(db).migrateToLatest())
  const applied: string[] = []
  for (const name of Object.keys(migrations).filter(known => !done.includes(known))) {
    if ((await listNewerMigrations(db)).length > 0) return applied
    applied.push(...(await runNext(db, name)))
  }
  await listNewerMigrations(db)
  return applied
}

/** Runs the first pending migration, which another instance may have done. */
async function runNext(db: Kysely<Database>, name: string): Promise<readonly string[]> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const result = await createMigrator(db, { lockTimeout: LOCK_TIMEOUT }).migrateUp()
    if (isLockTimeout(result.error)) await sleep(PAUSE)
    // A newer version may have migrated in the meantime.
    else if (result.error && (await listNewerMigrations(db)).length > 0) return []
    else return listAppliedMigrations(result)
  }
  throw new UnavailableError(
    'migration_blocked',
    `The migration ${name} did not get its lock in ${ATTEMPTS} attempts, because other transactions hold it. Nothing was changed. End them (pg_stat_activity lists them), then start again.`,
    1,
  )
}

const isLockTimeout = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '55P03'

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
  const migrator = createMigrator(connection, { disableTransactions: true })
  return listAppliedMigrations(await migrator.migrateTo(last))
}

interface MigratorSettings {
  readonly disableTransactions?: boolean
  readonly lockTimeout?: string
}

const createMigrator = (
  db: Kysely<Database>,
  { disableTransactions = false, lockTimeout }: MigratorSettings = {},
) =>
  new Migrator({
    db,
    provider: {
      getMigrations: async () =>
        lockTimeout === undefined ? { ...migrations } : limitLocks(lockTimeout),
    },
    migrationTableSchema: SCHEMA,
    disableTransactions,
  })

function limitLocks(lockTimeout: string): Record<string, Migration> {
  const limit = ({ up }: Migration): Migration => ({
    async up(db) {
      await sql`set local lock_timeout = ${sql.lit(lockTimeout)}`.execute(db)
      await up(db)
    },
  })
  return Object.fromEntries(Object.entries(migrations).map(([name, one]) => [name, limit(one)]))
}

function listAppliedMigrations({
  error,
  results = [],
}: Awaited<ReturnType<Migrator['migrateToLatest']>>): readonly string[] {
  if (error) throw error
  return results.map(result => result.migrationName)
}
