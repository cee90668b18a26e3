import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { withDatabase } from '@service/datasource-mongo/testing'
import { createMariaDbDatabase, createPostgresDatabase } from '@service/test-support'
import Libsql from 'libsql'
import { afterAll, afterEach, describe, expect, inject, it } from 'vitest'
import { testSecret } from '../../../../apps/service/src/testing/test-secret.js'
import {
  fingerprintMariaDb,
  fingerprintMongo,
  fingerprintPostgres,
  fingerprintSqlite,
} from './fingerprints.js'
import {
  createDataFolder,
  createFolder,
  type OpenProcess,
  removeFolder,
  startOpen,
} from './start-open.js'

const [postgresUrl, mariadbUrl, mongoUrl] = [
  inject('postgresUrl'),
  inject('mariadbUrl'),
  inject('mongoUrl'),
]

const tables = [
  'create table customers (id integer primary key, name varchar(50) not null)',
  'create table orders (id integer primary key, customer_id integer references customers (id), total integer)',
  'create table tags (order_id integer references orders (id), label varchar(20), primary key (order_id, label))',
  "insert into customers values (1, 'Ada'), (2, 'Grace')",
  'insert into orders values (1, 1, 10), (2, 1, 20), (3, 2, 30)',
  "insert into tags values (1, 'urgent')",
]

interface World {
  readonly address: string
  /** The id of a customer. */
  readonly id: string
  fingerprint(): Promise<string>
  close(): Promise<void>
}

async function openPostgres(): Promise<World> {
  const { url, client, drop } = await createPostgresDatabase(
    postgresUrl!,
    `open_${process.pid}`,
    tables,
  )
  const query = async (text: string) => (await client.query(text)).rows
  return { address: url, id: '1', fingerprint: () => fingerprintPostgres(query), close: drop }
}

async function openMariaDb(): Promise<World> {
  const { url, client, drop } = await createMariaDbDatabase(
    mariadbUrl!,
    `open_${process.pid}`,
    tables,
  )
  const query = async (text: string) => (await client.query(text))[0] as object[]
  return {
    address: url.replace(/^mysql:/, 'mariadb:'),
    id: '1',
    fingerprint: () => fingerprintMariaDb(query),
    close: drop,
  }
}

async function openSqlite(): Promise<World> {
  const folder = await createFolder()
  const file = join(folder, 'my shop.db')
  const database = new Libsql(file)
  for (const statement of tables) database.exec(statement)
  database.close()
  return {
    address: file,
    id: '1',
    fingerprint: () => fingerprintSqlite(file),
    close: () => removeFolder(folder),
  }
}

async function openMongo(): Promise<World> {
  const { MongoClient } = await import('mongodb')
  const url = withDatabase(mongoUrl!, `open_${process.pid}`)
  const client = await new MongoClient(url).connect()
  const db = client.db(`open_${process.pid}`)
  await db.collection('customers').insertMany([{ name: 'Ada' }, { name: 'Grace' }])
  const first = await db.collection('customers').findOne({ name: 'Ada' })
  return {
    address: url,
    id: String(first?._id),
    fingerprint: () => fingerprintMongo(db),
    async close() {
      await db.dropDatabase()
      await client.close()
    },
  }
}

const databases: readonly (readonly [string, (() => Promise<World>) | undefined])[] = [
  ['PostgreSQL', postgresUrl ? openPostgres : undefined],
  ['MariaDB', mariadbUrl ? openMariaDb : undefined],
  ['SQLite', openSqlite],
  ['MongoDB', mongoUrl ? openMongo : undefined],
]

const refusal =
  'Nothing was changed: this agent only reads. Start it with --write to allow changes.'

let running: OpenProcess | undefined
afterEach(async () => {
  await running?.end('SIGKILL')
})

describe.each(databases)('open on %s', (_name, openWorld) => {
  let world: World | undefined
  afterAll(async () => world?.close())

  it.skipIf(!openWorld)(
    'shows its rows, refuses every change and leaves it as it was',
    async () => {
      world = await openWorld!()
      const before = await world.fingerprint()
      const folder = await createDataFolder(join(inject('embeddedTemplates'), 'keyed'), testSecret)
      running = await startOpen(folder, [world.address])
      expect(running.printed()).toContain('refused. Start it with --write to allow changes.')
      const { send } = await running.signIn()

      const list = await send('GET', '/customers?fields[customers]=name&sort=name')
      expect(list).toMatchObject({
        status: 200,
        body: { data: [{ attributes: { name: 'Ada' } }, { attributes: { name: 'Grace' } }] },
      })
      const csv = await fetch(
        `${running.agentUrl}/customers.csv?timezone=UTC&fields[customers]=name&header=name&filename=x`,
        { headers: { authorization: `Bearer ${(await running.signIn()).token}` } },
      )
      expect((await csv.text()).split('\n').map(line => line.trim())).toContain('Ada')

      const record = { data: { type: 'customers', attributes: { name: 'Eve' } } }
      const links = { data: [{ type: 'orders', id: '3' }] }
      const writes = [
        await send('POST', '/customers', record),
        await send('PUT', `/customers/${world.id}`, { data: { ...record.data, id: world.id } }),
        await send('DELETE', `/customers/${world.id}`),
        await send('POST', `/customers/${world.id}/relationships/orders`, links),
        await send('DELETE', `/customers/${world.id}/relationships/orders?delete=true`, links),
        await send('POST', '/_actions/customers/0/anything', {}),
      ]
      for (const { status, body } of writes) {
        expect([status, body]).toMatchObject([403, { errors: [{ detail: refusal }] }])
      }

      const { body: schema } = await send('GET', '/_internal/schema')
      for (const { rights } of (schema as { collections: { rights: object }[] }).collections) {
        expect(rights).toMatchObject({ read: true, add: false, edit: false, delete: false })
      }
      expect(await running.end()).toBe(0)
      expect(await world.fingerprint()).toBe(before)
      expect((await stat(folder)).mode & 0o777).toBe(0o700)
      expect((await stat(join(folder, 'state.json'))).mode & 0o777).toBe(0o600)
      expect(await readFile(join(folder, 'state.json'), 'utf8')).not.toContain(world.address)
      await removeFolder(folder)
    },
  )
})
