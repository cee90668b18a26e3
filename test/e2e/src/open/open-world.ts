import { join } from 'node:path'
import { storeDocuments } from '@service/datasource-mongo/testing'
import { createMariaDbDatabase, createPostgresDatabase } from '@service/test-support'
import Libsql from 'libsql'
import {
  fingerprintMariaDb,
  fingerprintMongo,
  fingerprintPostgres,
  fingerprintSqlite,
} from './fingerprints.js'
import { createFolder, removeFolder } from './start-open.js'

const tables = [
  'create table customers (id integer primary key, name varchar(50) not null)',
  'create table orders (id integer primary key, customer_id integer references customers (id), total integer)',
  'create table tags (order_id integer references orders (id), label varchar(20), primary key (order_id, label))',
  "insert into customers values (1, 'Ada'), (2, 'Grace')",
  'insert into orders values (1, 1, 10), (2, 1, 20), (3, 2, 30)',
  "insert into tags values (1, 'urgent')",
]

/** A database of somebody who opens it: the customers Ada and Grace, and in SQL their orders. */
export interface World {
  readonly address: string
  /** The id of a customer. */
  readonly id: string
  /** Changes when anything in the database does. */
  fingerprint(): Promise<string>
  close(): Promise<void>
}

const name = () => `open_${process.pid}`

export async function openPostgres(serverUrl: string): Promise<World> {
  const { url, client, drop } = await createPostgresDatabase(serverUrl, name(), tables)
  const query = async (text: string) => (await client.query(text)).rows
  return { address: url, id: '1', fingerprint: () => fingerprintPostgres(query), close: drop }
}

export async function openMariaDb(serverUrl: string): Promise<World> {
  const { url, client, drop } = await createMariaDbDatabase(serverUrl, name(), tables)
  const query = async (text: string) => (await client.query(text))[0] as object[]
  return {
    address: url.replace(/^mysql:/, 'mariadb:'),
    id: '1',
    fingerprint: () => fingerprintMariaDb(query),
    close: drop,
  }
}

export async function openSqlite(): Promise<World> {
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

export async function openMongo(serverUrl: string): Promise<World> {
  const customers = [{ name: 'Ada' }, { name: 'Grace' }]
  const { db, address, close } = await storeDocuments(serverUrl, { customers })
  const first = await db.collection('customers').findOne({ name: 'Ada' })
  const id = String(first?._id)
  return { address, id, fingerprint: () => fingerprintMongo(db), close }
}
