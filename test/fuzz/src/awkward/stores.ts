import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { createSqlDataSource } from '@service/datasource-sql'
import type { DataSourceFactory } from '@service/datasource-toolkit'
import Libsql from 'libsql'
import { createConnection } from 'mysql2/promise'
import pg from 'pg'
import type { Flavour } from './model.js'
import { mysqlFlavour } from './mysql-flavour.js'
import { postgresFlavour } from './postgres-flavour.js'
import { sqliteFlavour } from './sqlite-flavour.js'

/** Cells as text, which the SQL asked for. */
export type Cells = readonly (string | null)[]

/** A database of its own, reached by its bare driver. */
export interface Store {
  readonly flavour: Flavour
  run(statement: string): Promise<void>
  read(query: string): Promise<readonly Cells[]>
  /** The datasource under test, on the same database. */
  source(): DataSourceFactory
  /** Removes everything. */
  empty(): Promise<void>
  stop(): Promise<void>
}

const emptyPostgres = 'drop schema public cascade; create schema public'

export async function pgliteStore(): Promise<Store> {
  const database = await PGlite.create()
  return {
    flavour: postgresFlavour,
    run: async statement => void (await database.exec(statement)),
    read: async query => (await database.query<Cells>(query, [], { rowMode: 'array' })).rows,
    source: () => createSqlDataSource(database),
    empty: async () => void (await database.exec(emptyPostgres)),
    stop: () => database.close(),
  }
}

export async function postgresStore(url: string): Promise<Store> {
  const name = `awkward_${process.pid}`
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const address = withDatabase(url, name)
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  return {
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
  }
}

export async function mariadbStore(url: string): Promise<Store> {
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
  return {
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
  }
}

export function sqliteStore(): Store {
  const folder = mkdtempSync(join(tmpdir(), 'awkward-'))
  let files = 0
  let file = join(folder, '0.db')
  let database = new Libsql(file)
  return {
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
  }
}

function withDatabase(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = name
  return address.href
}
