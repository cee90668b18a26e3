import { createSqlDataSource } from '@service/datasource-sql'
import { createMariaDbDatabase, createPostgresDatabase } from '@service/test-support'
import { describe, inject } from 'vitest'
import { describeDocuments } from '../testing/describe-documents.js'
import { describeValues, type ValueDatabase } from '../testing/describe-values.js'
import { mariadbValues, postgresValues } from '../testing/extreme-values.js'

const database = `agent_values_${process.pid}`

async function openPostgres(serverUrl: string): Promise<ValueDatabase> {
  const { url, client, drop } = await createPostgresDatabase(serverUrl, database)
  return {
    factory: createSqlDataSource(url),
    execute: statement => client.query(statement),
    stored: async table =>
      (await client.query(`select v::text as v from ${table} order by id`)).rows.map(({ v }) => v),
    close: drop,
  }
}

async function openMariadb(serverUrl: string): Promise<ValueDatabase> {
  const { url, client, drop } = await createMariaDbDatabase(serverUrl, database, [
    "set sql_mode = ''",
  ])
  return {
    factory: createSqlDataSource(url),
    execute: statement => client.query(statement),
    async stored(table) {
      const [rows] = await client.query(`select hex(concat(v, '')) as v from ${table} order by id`)
      return (rows as { v: unknown }[]).map(({ v }) => v)
    },
    close: drop,
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
