import { PGlite } from '@electric-sql/pglite'
import { describeDataSource, loadRows } from '@service/datasource-toolkit/testing'
import { createSqlDataSource } from '../../create-sql-data-source.js'
import { tableStatements } from '../../testing/table-statements.js'

describeDataSource('PGlite', async tables => {
  const database = await PGlite.create()
  for (const statement of tableStatements('postgres', tables)) await database.exec(statement)
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
