import { createSqlDataSource } from '@service/datasource-sql'
import { createConnection } from 'mysql2/promise'
import pg from 'pg'
import { describe, inject } from 'vitest'
import { describeDocuments } from '../testing/describe-documents.js'
import { describeValues, type ValueDatabase } from '../testing/describe-values.js'
import { mariadbValues, postgresValues } from '../testing/extreme-values.js'

const database = `agent_values_${process.pid}`

function withDatabase(url: string): string {
  const address = new URL(url)
  address.pathname = database
  return address.href
}

async function openPostgres(url: string): Promise<ValueDatabase> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create database ${database}`)
  const client = new pg.Client({ connectionString: withDatabase(url) })
  await client.connect()
  return {
    factory: createSqlDataSource(withDatabase(url)),
    execute: statement => client.query(statement),
    stored: async table =>
      (await client.query(`select v::text as v from ${table} order by id`)).rows.map(({ v }) => v),
    async close() {
      await client.end()
      await admin.query(`drop database ${database} with (force)`)
      await admin.end()
    },
  }
}

async function openMariadb(url: string): Promise<ValueDatabase> {
  const client = await createConnection(url)
  await client.query(`create database ${database}`)
  await client.query(`use ${database}`)
  await client.query("set sql_mode = ''")
  return {
    factory: createSqlDataSource(withDatabase(url)),
    execute: statement => client.query(statement),
    async stored(table) {
      const [rows] = await client.query(`select hex(concat(v, '')) as v from ${table} order by id`)
      return (rows as { v: unknown }[]).map(({ v }) => v)
    },
    async close() {
      await client.query(`drop database ${database}`)
      await client.end()
    },
  }
}

const postgresUrl = inject('postgresUrl')
const mariadbUrl = inject('mariadbUrl')

describe.skipIf(!postgresUrl)('PostgreSQL', () => {
  const open = () => openPostgres(postgresUrl as string)
  describeValues('PostgreSQL', open, postgresValues)
  describeDocuments('PostgreSQL', 'jsonb', open)
})
describe.skipIf(!mariadbUrl)('MariaDB', () => {
  const open = () => openMariadb(mariadbUrl as string)
  describeValues('MariaDB', open, mariadbValues)
  describeDocuments('MariaDB', 'json', open)
})
