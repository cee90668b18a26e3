import type { PGlite } from '@electric-sql/pglite'
import {
  createTableStatements,
  describeDataSource,
  loadRows,
} from '@service/datasource-toolkit/testing'
import { createPglite } from '@service/test-support'
import { afterAll, vi } from 'vitest'
import { createSqlDataSource } from '../../create-sql-data-source.js'

vi.setConfig({ hookTimeout: 60_000, testTimeout: 60_000 })

// Starting takes seconds, cloning a started database a fraction of a second.
const empty = await createPglite()
afterAll(() => empty.close())

describeDataSource('PGlite', async tables => {
  const database = (await empty.clone()) as PGlite
  for (const statement of createTableStatements(tables, 'postgres')) await database.exec(statement)
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
})
