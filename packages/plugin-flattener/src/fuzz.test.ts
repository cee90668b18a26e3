import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryDataSource } from '@service/datasource-memory'
import { createSqlDataSource } from '@service/datasource-sql'
import Libsql from 'libsql'
import { afterAll } from 'vitest'
import { describeFuzz, documents } from './testing/describe-fuzz.js'

describeFuzz('memory', async () =>
  createMemoryDataSource({
    docs: {
      columns: { id: { type: 'Number', isPrimaryKey: true }, doc: 'Json' },
      records: documents,
    },
  }),
)

let folder: string
describeFuzz('SQLite', async () => {
  folder = await mkdtemp(join(tmpdir(), 'flattener-'))
  const path = join(folder, 'data.db')
  const database = new Libsql(path)
  database.exec('create table docs (id int primary key, doc json)')
  const insert = database.prepare('insert into docs values (?, ?)')
  for (const { id, doc } of documents) insert.run(id, JSON.stringify(doc))
  database.close()
  return createSqlDataSource(`sqlite:${path}`)
})
afterAll(() => rm(folder, { recursive: true }))
