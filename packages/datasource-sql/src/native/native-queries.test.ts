import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { createPglite } from '@service/test-support'
import Libsql from 'libsql'
import { vi } from 'vitest'
import { createSqlDataSource } from '../create-sql-data-source.js'
import { describeNativeQueries } from '../testing/describe-native-queries.js'

vi.setConfig({ hookTimeout: 60_000 })

const setUp = `create table victims (id integer primary key); insert into victims values (1), (2), (3);`
const options = { liveQueryConnections: 'main' }
const openSource = (target: string | PGlite) =>
  createSqlDataSource(target, options)(
    () => {},
    async () => {},
  )

describeNativeQueries('SQLite', 'sqlite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'native-queries-'))
  const path = join(folder, 'data.db')
  const database = new Libsql(path)
  database.exec(setUp)
  const source = await openSource(`sqlite:${path}`)
  return {
    source,
    look: async () => [
      database.prepare('select id from victims').all(),
      database.prepare('select name from sqlite_master').all(),
      database.prepare('pragma user_version').all(),
    ],
    async close() {
      database.close()
      await source.close()
      await rm(folder, { recursive: true })
    },
  }
})

describeNativeQueries('PGlite', 'postgres', async () => {
  const database = await createPglite()
  await database.exec(setUp)
  const source = await openSource(database)
  return {
    source,
    look: async () => [
      (await database.query('select id from victims')).rows,
      (await database.query("select relname from pg_class where relkind = 'r'")).rows,
      (await database.query("select * from pg_locks where locktype = 'advisory'")).rows,
    ],
    async close() {
      await source.close()
      await database.close()
    },
  }
})
