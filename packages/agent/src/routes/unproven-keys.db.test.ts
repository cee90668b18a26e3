import { createSqlDataSource } from '@service/datasource-sql'
import { createConnection } from 'mysql2/promise'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import {
  describeUnprovenKeys,
  keylessStatements,
  type OpenTables,
} from '../testing/describe-unproven-keys.js'
import { type OpenAgent, openAgent } from '../testing/open-agent.js'

const database = `agent_keys_${process.pid}`

function withDatabase(url: string): string {
  const address = new URL(url)
  address.pathname = database
  return address.href
}

async function openPostgres(url: string): Promise<OpenTables> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create database ${database}`)
  const client = new pg.Client({ connectionString: withDatabase(url) })
  await client.connect()
  for (const statement of keylessStatements) await client.query(statement)
  await client.end()
  return {
    factory: options => createSqlDataSource(withDatabase(url), options),
    async close() {
      await admin.query(`drop database ${database} with (force)`)
      await admin.end()
    },
  }
}

async function openMariadb(url: string, statements: readonly string[]): Promise<OpenTables> {
  const client = await createConnection(url)
  for (const statement of [`create database ${database}`, `use ${database}`, ...statements]) {
    await client.query(statement)
  }
  return {
    factory: options => createSqlDataSource(withDatabase(url), options),
    async close() {
      await client.query(`drop database ${database}`)
      await client.end()
    },
  }
}

const postgresUrl = inject('postgresUrl')
const mariadbUrl = inject('mariadbUrl')

describe.skipIf(!postgresUrl)('PostgreSQL', () => {
  describeUnprovenKeys('PostgreSQL', () => openPostgres(postgresUrl!))
})

describe.skipIf(!mariadbUrl)('MariaDB', () => {
  describeUnprovenKeys('MariaDB', () => openMariadb(mariadbUrl!, keylessStatements))

  describe('a foreign key to a column that is not unique', () => {
    let tables: OpenTables
    let open: OpenAgent
    beforeAll(async () => {
      tables = await openMariadb(mariadbUrl!, [
        'create table codes (id integer primary key, code integer, note varchar(20), key (code))',
        'create table uses (id integer primary key, code integer, foreign key (code) references codes (code))',
        "insert into codes values (1, 7, 'first'), (2, 7, 'second'), (3, 8, 'third')",
        'insert into uses values (1, 7), (2, 7), (3, 8), (4, null)',
      ])
      open = await openAgent(tables.factory())
    })
    afterAll(async () => {
      await open.close()
      await tables.close()
    })

    it('relates each record to one row, and repeats none', async () => {
      const { text } = await open.get(
        '/uses.csv?fields[uses]=id,code_through_code&fields[code_through_code]=note',
      )
      expect(text).toBe('id,code_through_code:note\n1,first\n2,first\n3,third\n4,\n')
    })
  })
})
