import { createMongoDataSource } from '@service/datasource-mongo'
import { type Documents, storeDocuments } from '@service/datasource-mongo/testing'
import { createSqlDataSource } from '@service/datasource-sql'
import { fromDocument, isDocument, type Row } from '@service/datasource-toolkit'
import { isLongRun } from '@service/test-support'
import { createConnection } from 'mysql2/promise'
import pg from 'pg'
import { afterAll, describe, inject, it } from 'vitest'
import { describeFlattener } from './testing/describe-flattener.js'
import { describeFuzz, documents } from './testing/describe-fuzz.js'
import { products } from './testing/products.js'

const postgresUrl = inject('postgresUrl')
const mariadbUrl = inject('mariadbUrl')
const mongoUrl = inject('mongoUrl')

const rows = products.map(({ id, stock, meta }) => [id, stock, meta && JSON.stringify(meta)])

function inDatabase(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

const onPostgres = (type: 'json' | 'jsonb') => {
  const url = inDatabase(postgresUrl ?? '', `flattener_${type}`)
  const admin = async (...statements: string[]) => {
    const client = new pg.Client(postgresUrl)
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }
  describeFlattener(`PostgreSQL, ${type}`, {
    isPushed: true,
    async open() {
      await admin(`create database flattener_${type}`)
      const client = new pg.Client(url)
      await client.connect()
      await client.query(`create table products (id int primary key, stock int, meta ${type})`)
      for (const row of rows) await client.query('insert into products values ($1, $2, $3)', row)
      await client.end()
      return createSqlDataSource(url)
    },
    close: () => admin(`drop database flattener_${type} with (force)`),
  })
}

if (postgresUrl) {
  onPostgres('jsonb')
  // In the short run, `jsonb` stands for both.
  if (isLongRun) onPostgres('json')
  describeFuzz('PostgreSQL', async () => {
    const client = new pg.Client(postgresUrl)
    await client.connect()
    await client.query('create database flattener_fuzz')
    await client.end()
    const url = inDatabase(postgresUrl, 'flattener_fuzz')
    const filling = new pg.Client(url)
    await filling.connect()
    await filling.query('create table docs (id int primary key, doc jsonb)')
    for (const { id, doc } of documents) {
      await filling.query('insert into docs values ($1, $2)', [id, JSON.stringify(doc)])
    }
    await filling.end()
    return createSqlDataSource(url)
  })
} else {
  describe('flattenJsonColumn on PostgreSQL', () => it.skip('needs a PostgreSQL server'))
}

if (mariadbUrl) {
  const admin = async (run: (query: (text: string, values?: unknown[]) => unknown) => unknown) => {
    const connection = await createConnection(mariadbUrl)
    await run((text, values) => connection.query(text, values))
    await connection.end()
  }
  describeFlattener('MariaDB', {
    isPushed: true,
    async open() {
      await admin(async query => {
        await query('create database flattener character set utf8mb4')
        await query('create table flattener.products (id int primary key, stock int, meta json)')
        for (const row of rows) await query('insert into flattener.products values (?, ?, ?)', row)
      })
      return createSqlDataSource(inDatabase(mariadbUrl, 'flattener'))
    },
    close: () => admin(query => query('drop database flattener')),
  })
  describeFuzz('MariaDB', async () => {
    await admin(async query => {
      await query('create database flattener_fuzz character set utf8mb4')
      await query('create table flattener_fuzz.docs (id int primary key, doc json)')
      for (const { id, doc } of documents) {
        await query('insert into flattener_fuzz.docs values (?, ?)', [id, JSON.stringify(doc)])
      }
    })
    return createSqlDataSource(inDatabase(mariadbUrl, 'flattener_fuzz'))
  })
} else {
  describe('flattenJsonColumn on MariaDB', () => it.skip('needs a MariaDB server'))
}

/** Dates are texts in JSON; MongoDB has a type for them. */
function withDate(document: unknown, path: readonly string[]): unknown {
  const [name = '', ...rest] = path
  if (!isDocument(document) || !Object.hasOwn(document, name)) return document
  if (rest.length > 0) return { ...document, [name]: withDate(document[name], rest) }
  const date = fromDocument('Date', document[name])
  return typeof date === 'string' ? { ...document, [name]: new Date(date) } : document
}

if (mongoUrl) {
  const id = { type: 'Number', path: '_id' } as const
  const keyed = (rows: readonly Row[]): Row[] =>
    rows.map(({ id: key, ...row }) => ({ _id: key, ...row }))
  const stored = keyed(products).map(row => ({ ...row, meta: withDate(row.meta, ['soldAt']) }))
  for (const [name, columns] of [
    ['documents that are Json', { _id: false, id, meta: 'Json' }],
    ['documents of which a sample tells', { _id: false, id }],
  ] as const) {
    let opened: Documents
    describeFlattener(`MongoDB, ${name}`, {
      isPushed: true,
      async open() {
        opened = await storeDocuments(mongoUrl, { products: stored as never })
        return createMongoDataSource(opened.address, {
          collections: { products: { columns, primaryKey: ['id'] } },
        })
      },
      close: () => opened.close(),
    })
  }
  let filled: Documents | undefined
  describeFuzz('MongoDB', async () => {
    const rows = documents.map(row => ({ ...row, doc: withDate(row.doc, ['a', 'b', 'd']) }))
    filled = await storeDocuments(mongoUrl, { docs: keyed(rows) as never })
    return createMongoDataSource(filled.address, {
      collections: { docs: { columns: { _id: false, id, doc: 'Json' }, primaryKey: ['id'] } },
    })
  })
  afterAll(() => filled?.close())
} else {
  describe('flattenJsonColumn on MongoDB', () => it.skip('needs a MongoDB server'))
}
