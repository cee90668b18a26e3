import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSqlDataSource } from '@service/datasource-sql'
import { createPglite } from '@service/test-support'
import Database from 'libsql'
import { bookStatements, describeSearch } from '../testing/describe-search.js'

describeSearch('pglite', async () => {
  const database = await createPglite()
  for (const statement of bookStatements('timestamptz')) await database.exec(statement)
  return { factory: createSqlDataSource(database), close: async () => {} }
})

describeSearch('sqlite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'agent-search-'))
  const path = join(folder, 'books.sqlite')
  const database = new Database(path)
  for (const statement of bookStatements('datetime')) database.exec(statement)
  database.close()
  return {
    factory: createSqlDataSource(`sqlite://${path}`),
    close: () => rm(folder, { recursive: true }),
  }
})
