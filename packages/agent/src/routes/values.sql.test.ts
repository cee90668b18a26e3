import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSqlDataSource } from '@service/datasource-sql'
import { createPglite } from '@service/test-support'
import Database from 'libsql'
import { describeDocuments } from '../testing/describe-documents.js'
import { describeValues, type ValueDatabase } from '../testing/describe-values.js'
import { postgresValues, sqliteValues } from '../testing/extreme-values.js'

describeValues(
  'PGlite',
  async () => {
    const database = await createPglite()
    return {
      factory: createSqlDataSource(database),
      execute: statement => database.exec(statement),
      async stored(table) {
        const { rows } = await database.query<{ v: unknown }>(
          `select v::text as v from ${table} order by id`,
        )
        return rows.map(({ v }) => v)
      },
      close: () => database.close(),
    }
  },
  { float8: postgresValues.float8!, timestamptz: postgresValues.timestamptz! },
)

const openSqlite = async (): Promise<ValueDatabase> => {
  const folder = await mkdtemp(join(tmpdir(), 'agent-values-'))
  const path = join(folder, 'values.sqlite')
  const database = new Database(path)
  return {
    factory: createSqlDataSource(`sqlite://${path}`),
    execute: async statement => database.exec(statement),
    async stored(table) {
      const rows = database
        .prepare(`select typeof(v) || ' ' || quote(v) as v from ${table} order by id`)
        .all() as { v: unknown }[]
      return rows.map(({ v }) => v)
    },
    async close() {
      database.close()
      await rm(folder, { recursive: true })
    },
  }
}

describeValues('SQLite', openSqlite, sqliteValues, false)
describeDocuments('SQLite', 'json', openSqlite)
