import { createSqlDataSource } from '@service/datasource-sql'
import { createMariaDbDatabase, createPostgresDatabase } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import {
  describeUnprovenKeys,
  keylessStatements,
  type OpenTables,
} from '../testing/describe-unproven-keys.js'
import { type OpenAgent, openAgent } from '../testing/open-agent.js'

const database = `agent_keys_${process.pid}`

async function openPostgres(url: string): Promise<OpenTables> {
  const created = await createPostgresDatabase(url, database, keylessStatements)
  return {
    factory: options => createSqlDataSource(created.url, options),
    close: created.drop,
  }
}

async function openMariadb(url: string, statements: readonly string[]): Promise<OpenTables> {
  const created = await createMariaDbDatabase(url, database, statements)
  return {
    factory: options => createSqlDataSource(created.url, options),
    close: created.drop,
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
