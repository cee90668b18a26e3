import {
  createTableStatements,
  describeDataSource,
  loadRows,
} from '@service/datasource-toolkit/testing'
import { createConnection } from 'mysql2/promise'
import { describe, inject } from 'vitest'
import { createSqlDataSource } from '../../create-sql-data-source.js'

const url = inject('mariadbUrl')
let databases = 0

describe.skipIf(!url)('MariaDB server', () => {
  describeDataSource(
    'MariaDB',
    async tables => {
      const name = `sql_contract_${process.pid}_${databases++}`
      const admin = await createConnection(url as string)
      await admin.query(`create database ${name}`)
      await admin.query(`use ${name}`)
      for (const statement of createTableStatements(tables, 'mysql')) await admin.query(statement)
      const address = new URL(url as string)
      address.pathname = name
      const source = await createSqlDataSource(address.href)(
        () => {},
        async () => {},
      )
      await loadRows(source, tables, { timezone: 'UTC', now: new Date() })
      return {
        source,
        async close() {
          await source.close()
          await admin.query(`drop database ${name}`)
          await admin.end()
        },
      }
    },
    { without: ['arrays', 'points'] },
  )
})
