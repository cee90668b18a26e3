import {
  createTableStatements,
  describeDataSource,
  loadRows,
} from '@service/datasource-toolkit/testing'
import { createMariaDbDatabase, isLongRun } from '@service/test-support'
import { describe, inject } from 'vitest'
import { createSqlDataSource } from '../../create-sql-data-source.js'

const serverUrl = inject('mariadbUrl')
let databases = 0

describe.skipIf(!serverUrl)('MariaDB server', () => {
  describeDataSource(
    'MariaDB',
    async tables => {
      const name = `sql_contract_${process.pid}_${databases++}`
      const statements = createTableStatements(tables, 'mysql')
      const { url, drop } = await createMariaDbDatabase(serverUrl as string, name, statements)
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
    },
    { without: ['arrays', 'points'], fewOperands: !isLongRun },
  )
})
