import { createMariaDbDatabase, createPostgresDatabase } from '@service/test-support'
import { describe, inject } from 'vitest'
import { createSqlDataSource } from '../create-sql-data-source.js'
import { describeNativeQueries } from '../testing/describe-native-queries.js'

const postgresUrl = inject('postgresUrl')
const mariadbUrl = inject('mariadbUrl')
const name = `sql_native_queries_${process.pid}`
const setUp = [
  'create table victims (id integer primary key)',
  'insert into victims values (1), (2), (3)',
  'create sequence numbers',
]

const openSource = (url: string) =>
  createSqlDataSource(url, { liveQueryConnections: 'main', pool: { max: 1 } })(
    () => {},
    async () => {},
  )

describe.skipIf(!postgresUrl)('PostgreSQL', () => {
  describeNativeQueries('PostgreSQL', 'postgres', async () => {
    const { url, client, drop } = await createPostgresDatabase(postgresUrl!, name, setUp)
    const source = await openSource(url)
    return {
      source,
      look: async () => [
        (await client.query('select id from victims')).rows,
        (await client.query("select relname from pg_class where relkind = 'r'")).rows,
        (await client.query("select * from pg_locks where locktype = 'advisory'")).rows,
      ],
      async close() {
        await source.close()
        await drop()
      },
    }
  })
})

describe.skipIf(!mariadbUrl)('MariaDB', () => {
  describeNativeQueries('MariaDB', 'mysql', async () => {
    const { url, client, drop } = await createMariaDbDatabase(mariadbUrl!, name, setUp)
    const source = await openSource(url)
    const [connection] = source.nativeConnections
    return {
      source,
      look: async () => [
        (await client.query('select id from victims'))[0],
        (await client.query('show tables'))[0],
        (await client.query('select next_not_cached_value from numbers'))[0],
        (await client.query("select is_free_lock('native_attack') as isFree"))[0],
        // Uses the single connection of the pool, so that changed session settings are visible.
        await connection!.query(
          { texts: ['select @native_attack as kept'], values: [] },
          { timezone: 'UTC', now: new Date(0) },
        ),
      ],
      async close() {
        await source.close()
        await drop()
      },
    }
  })
})
