import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSqlDataSource } from '@service/datasource-sql'
import { createPglite } from '@service/test-support'
import Libsql from 'libsql'
import { createConnection } from 'mysql2/promise'
import pg from 'pg'
import { mysqlFlavour } from './mysql-flavour.js'
import { postgresFlavour } from './postgres-flavour.js'
import { sqliteFlavour } from './sqlite-flavour.js'
import type { Store } from './store.js'
import { readSqlRows } from './stored-rows.js'

/** Cells as text, which the SQL asked for. */
type Cells = readonly (string | null)[]

/** An SQL database of its own. */
export interface SqlStore extends Store {
  /** Makes what statements say, with the types of the flavour, and nothing else. */
  fill(statements: readonly string[]): Promise<void>
  read(query: string): Promise<readonly Cells[]>
}

interface Driver extends Pick<SqlStore, 'flavour' | 'read' | 'source' | 'stop'> {
  run(statement: string): Promise<void>
  /** Removes everything. */
  empty(): Promise<void>
}

function withDriver(driver: Driver): SqlStore {
  const { flavour, read, source, stop } = driver
  const fill = async (statements: readonly string[]) => {
    await driver.empty()
    for (const statement of [...flavour.setup, ...statements]) {
      await driver.run(statement).catch(cause => {
        throw new Error(`${cause.message}\n${statement.slice(0, 2_000)}`, { cause })
      })
    }
  }
  return {
    ...{ flavour, read, source, stop, fill },
    make: tables => fill(tables.flatMap(({ ddl, inserts }) => [...ddl, ...inserts])),
    readStoredRows: table => readSqlRows(driver, table),
  }
}

const emptyPostgres = 'drop schema public cascade; create schema public'

export async function pgliteStore(): Promise<SqlStore> {
  const database = await createPglite()
  return withDriver({
    flavour: postgresFlavour,
    run: async statement => void (await database.exec(statement)),
    read: async query => (await database.query<Cells>(query, [], { rowMode: 'array' })).rows,
    source: () => createSqlDataSource(database),
    empty: async () => void (await database.exec(emptyPostgres)),
    stop: () => database.close(),
  })
}

export async function postgresStore(url: string): Promise<SqlStore> {
  const name = `awkward_${process.pid}`
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const address = withDatabase(url, name)
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  return withDriver({
    flavour: {
      ...postgresFlavour,
      setup: ['create extension citext', ...postgresFlavour.setup],
      kinds: [
        ...postgresFlavour.kinds,
        ...postgresFlavour.kinds
          .filter(({ type }) => type === 'text')
          .map(kind => ({ ...kind, type: 'citext' })),
      ],
    },
    run: async statement => void (await client.query(statement)),
    read: async query => (await client.query<string[]>({ text: query, rowMode: 'array' })).rows,
    source: () => createSqlDataSource(address),
    empty: async () => void (await client.query(emptyPostgres)),
    async stop() {
      await client.end()
      await admin.query(`drop database ${name}`)
      await admin.end()
    },
  })
}

export async function mariadbStore(url: string): Promise<SqlStore> {
  const name = `awkward_${process.pid}`
  const client = await createConnection({ uri: url, rowsAsArray: true, charset: 'utf8mb4_bin' })
  const empty = async () => {
    await client.query(`drop database if exists ${name}`)
    await client.query(`create database ${name}`)
    await client.query(`use ${name}`)
  }
  await empty()
  // Zero dates are refused by default; databases of another time are full of them.
  await client.query("set session sql_mode = '', session time_zone = '+00:00'")
  return withDriver({
    flavour: mysqlFlavour,
    run: async statement => void (await client.query(statement)),
    async read(query) {
      const [rows] = await client.query(query)
      return (rows as unknown[][]).map(row =>
        row.map(cell => (cell === null ? null : String(cell))),
      )
    },
    source: () => createSqlDataSource(withDatabase(url, name)),
    empty,
    async stop() {
      await client.query(`drop database ${name}`)
      await client.end()
    },
  })
}

export function sqliteStore(): SqlStore {
  const folder = mkdtempSync(join(tmpdir(), 'awkward-'))
  let files = 0
  let file = join(folder, '0.db')
  let database = new Libsql(file)
  return withDriver({
    flavour: sqliteFlavour,
    run: async statement => void database.exec(statement),
    async read(query) {
      const rows = database.prepare(query).raw().all([]) as unknown[][]
      return rows.map(row => row.map(cell => (cell === null ? null : String(cell))))
    },
    source: () => createSqlDataSource(`sqlite://${file}`),
    async empty() {
      database.close()
      file = join(folder, `${++files}.db`)
      database = new Libsql(file)
    },
    async stop() {
      database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  })
}

function withDatabase(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = name
  return address.href
}
