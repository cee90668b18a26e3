import {
  createTableStatements,
  describeDataSource,
  loadRows,
  type OpenSource,
} from '@service/datasource-toolkit/testing'
import { createPostgresDatabase, isLongRun } from '@service/test-support'
import { describe, inject } from 'vitest'
import { createSqlDataSource } from '../../create-sql-data-source.js'

const serverUrl = inject('postgresUrl')
let databases = 0

describe.skipIf(!serverUrl)('PostgreSQL server', () => {
  const open: OpenSource = async tables => {
    const name = `sql_contract_${process.pid}_${databases++}`
    const statements = createTableStatements(tables, 'postgres')
    const { url, drop } = await createPostgresDatabase(serverUrl as string, name, statements)
    const source = await createSqlDataSource(url)(
      () => {},
      async () => {},
    )
    await loadRows(source, tables, { timezone: 'UTC', now: new Date() })
    return {
      source,
      async close() {
        await source.close()
        await drop()
      },
    }
  }
  describeDataSource('PostgreSQL', open, { fewOperands: !isLongRun })
})
