import type { PGlite } from '@electric-sql/pglite'
import {
  createTableStatements,
  describeDataSource,
  loadRows,
  type TestTable,
} from '@service/datasource-toolkit/testing'
import { createPglite, isLongRun } from '@service/test-support'
import { afterAll, describe, inject, vi } from 'vitest'
import { createSqlDataSource } from '../../create-sql-data-source.js'

vi.setConfig({ hookTimeout: 60_000, testTimeout: 60_000 })

// PGlite has the dialect of PostgreSQL: where that is installed, short runs check the contract there.
describe.skipIf(!isLongRun && inject('postgresUrl') !== undefined)('PGlite', () => {
  // Starting takes seconds, cloning a started database a fraction of a second.
  let empty: PGlite | undefined
  afterAll(() => empty?.close())

  async function open(tables: readonly TestTable[]) {
    empty ??= await createPglite()
    const database = (await empty.clone()) as PGlite
    for (const statement of createTableStatements(tables, 'postgres')) {
      await database.exec(statement)
    }
    const source = await createSqlDataSource(database)(
      () => {},
      async () => {},
    )
    await loadRows(source, tables, { timezone: 'UTC', now: new Date() })
    return {
      source,
      async close() {
        await source.close()
        await database.close()
      },
    }
  }

  describeDataSource('PGlite', open, { fewOperands: !isLongRun })
})
