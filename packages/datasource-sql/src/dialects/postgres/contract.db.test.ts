import {
  createTableStatements,
  describeDataSource,
  loadRows,
} from '@service/datasource-toolkit/testing'
import pg from 'pg'
import { describe, inject } from 'vitest'
import { createSqlDataSource } from '../../create-sql-data-source.js'

const url = inject('postgresUrl')
let databases = 0

describe.skipIf(!url)('PostgreSQL server', () => {
  describeDataSource('PostgreSQL', async tables => {
    const name = `sql_contract_${process.pid}_${databases++}`
    const admin = new pg.Client({ connectionString: url })
    await admin.connect()
    await admin.query(`create database ${name}`)
    const address = new URL(url as string)
    address.pathname = name
    const client = new pg.Client({ connectionString: address.href })
    await client.connect()
    for (const statement of createTableStatements(tables, 'postgres')) await client.query(statement)
    await client.end()
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
  })
})
