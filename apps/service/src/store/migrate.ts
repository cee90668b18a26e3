import { Migrator, sql } from 'kysely'
import { migrations } from './migrations/index.js'
import { SCHEMA, type Store } from './open-store.js'

/**
 * Brings the tables up to date and answers the names of the steps that were run. Instances that
 * start together wait for each other.
 */
export async function migrate({ db }: Store): Promise<readonly string[]> {
  await sql.raw(`create schema if not exists ${SCHEMA}`).execute(db)
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations }) },
    migrationTableSchema: SCHEMA,
  })
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw error
  return (results ?? []).map(result => result.migrationName)
}
