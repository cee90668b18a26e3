import { requireCollection } from '@service/datasource-toolkit/testing'
import { createPostgresDatabase, startPostgres } from '@service/test-support'
import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { describeFaults, listAll, open } from '../../testing/describe-faults.js'

const url = inject('postgresUrl')

const schema = `
  create table parents (id int primary key, code varchar(5) not null, age smallint check (age > 0), email text unique);
  create table children (id serial primary key, parent_id int references parents (id), made timestamp);
  create view slow as select 1 as id, pg_sleep(30)::text as nap;
  insert into parents values (1, 'one', 1, 'a@b'), (2, 'two', 2, null), (3, 'three', 3, null), (4, 'four', 4, null);
`

async function connect(address: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  return client
}

async function createDatabase(base: string, name: string): Promise<string> {
  const { url: address, client } = await createPostgresDatabase(base, name, [schema, 'checkpoint'])
  await client.end()
  return address
}

describeFaults({
  name: 'PostgreSQL',
  url,
  start: startPostgres,
  createDatabase,
  async watch(address) {
    const client = await connect(address)
    return {
      async countNaps() {
        const { rows } = await client.query(
          `select count(*)::int as n from pg_stat_activity where state = 'active' and query like '%"nap"%' and pid <> pg_backend_pid()`,
        )
        return rows[0].n as number
      },
      close: () => client.end(),
    }
  },
  details: { unique_violation: { columns: [expect.stringMatching(/^(id|email)$/)] } },
})

it.skipIf(!url)(
  'PostgreSQL keeps serving a prepared statement after its table changed',
  async () => {
    const address = await createDatabase(url as string, `sql_prepared_${process.pid}`)
    const client = await connect(address)
    await client.query('create table shifty (id int primary key, v int)')
    await client.query('insert into shifty values (1, 5)')
    const source = await open(address)
    try {
      const shifty = requireCollection(source, 'shifty')
      for (let use = 0; use < 3; use++) expect(await listAll(shifty, ['v'])).toEqual([{ v: 5 }])
      await client.query('alter table shifty alter v type bigint')
      for (let use = 0; use < 3; use++) expect(await listAll(shifty, ['v'])).toEqual([{ v: 5 }])
    } finally {
      await source.close()
      await client.end()
    }
  },
)
