import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryDataSource, type MemoryCollection } from '@service/datasource-memory'
import { openTables } from '@service/datasource-mongo/testing'
import { createSqlDataSource } from '@service/datasource-sql'
import type { Call, DataSource, DataSourceFactory } from '@service/datasource-toolkit'
import {
  createTableStatements,
  dropTableStatements,
  type Feature,
  isNullable,
  loadRows,
  type OpenSource,
  type TestTable,
} from '@service/datasource-toolkit/testing'
import { createPglite } from '@service/test-support'
import Libsql from 'libsql'
import { createConnection } from 'mysql2/promise'
import pg from 'pg'

/** A kind of source that can be opened over any tables, one set at a time. */
export interface SourceKind {
  readonly name: string
  readonly without: readonly Feature[]
  readonly open: OpenSource
  stop(): Promise<void>
}

/** Opens the tables for the time of some work. */
export async function usingSource<T>(
  kind: SourceKind,
  tables: readonly TestTable[],
  work: (source: DataSource) => Promise<T>,
): Promise<T> {
  const { source, close } = await kind.open(tables)
  try {
    return await work(source)
  } finally {
    await close()
  }
}

const loading: Call = { timezone: 'UTC', now: new Date(0) }
const ignore = () => {}

async function openLoaded(
  factory: DataSourceFactory,
  tables: readonly TestTable[],
): Promise<DataSource> {
  const source = await factory(ignore, async () => {})
  await loadRows(source, tables, loading)
  return source
}

export function memory(): SourceKind {
  return {
    name: 'memory',
    without: [],
    async open(tables) {
      const definition = Object.fromEntries(tables.map(table => [table.name, inMemory(table)]))
      const source = await createMemoryDataSource(definition)(ignore, async () => {})
      return { source, close: () => source.close() }
    },
    async stop() {},
  }
}

/** Without what only databases with declared types are told. */
function inMemoryColumn({ name, number, isPrecise, ...definition }: TestTable['columns'][number]) {
  return definition
}

function inMemory(table: TestTable): MemoryCollection {
  const columns = table.columns.map(column => [
    column.name,
    {
      ...inMemoryColumn(column),
      allowNull: isNullable(table, column),
      isPrimaryKey: table.primaryKey.includes(column.name),
    },
  ])
  return { columns: Object.fromEntries(columns), records: table.rows }
}

export function sqlite(): SourceKind {
  const folder = mkdtempSync(join(tmpdir(), 'service-fuzz-'))
  let files = 0
  return {
    name: 'SQLite',
    without: ['arrays', 'points', 'exactDecimals', 'microseconds'],
    async open(tables) {
      const file = join(folder, `${files++}.db`)
      const database = new Libsql(file)
      for (const statement of createTableStatements(tables, 'sqlite')) database.exec(statement)
      database.close()
      const source = await openLoaded(createSqlDataSource(`sqlite://${file}`), tables)
      return { source, close: () => source.close() }
    },
    async stop() {
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export async function pglite(): Promise<SourceKind> {
  const database = await createPglite()
  return {
    name: 'PGlite',
    without: [],
    async open(tables) {
      for (const statement of createTableStatements(tables, 'postgres')) {
        await database.exec(statement)
      }
      const source = await openLoaded(createSqlDataSource(database), tables)
      return {
        source,
        async close() {
          await source.close()
          for (const statement of dropTableStatements(tables, 'postgres')) {
            await database.exec(statement)
          }
        },
      }
    },
    stop: () => database.close(),
  }
}

export async function postgres(url: string): Promise<SourceKind> {
  const name = `fuzz_${process.pid}`
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const address = withDatabase(url, name)
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  return {
    name: 'PostgreSQL',
    without: [],
    async open(tables) {
      await client.query(createTableStatements(tables, 'postgres').join('; '))
      const source = await openLoaded(createSqlDataSource(address), tables)
      return {
        source,
        async close() {
          await source.close()
          await client.query(dropTableStatements(tables, 'postgres').join('; '))
        },
      }
    },
    async stop() {
      await client.end()
      await admin.query(`drop database ${name}`)
      await admin.end()
    },
  }
}

export async function mariadb(url: string): Promise<SourceKind> {
  const name = `fuzz_${process.pid}`
  const client = await createConnection(url)
  await client.query(`create database ${name}`)
  await client.query(`use ${name}`)
  const address = withDatabase(url, name)
  return {
    name: 'MariaDB',
    without: ['arrays', 'points'],
    async open(tables) {
      for (const statement of createTableStatements(tables, 'mysql')) await client.query(statement)
      const source = await openLoaded(createSqlDataSource(address), tables)
      return {
        source,
        async close() {
          await source.close()
          for (const statement of dropTableStatements(tables, 'mysql')) {
            await client.query(statement)
          }
        },
      }
    },
    async stop() {
      await client.query(`drop database ${name}`)
      await client.end()
    },
  }
}

export function mongo(url: string): SourceKind {
  return {
    name: 'MongoDB',
    without: ['microseconds'],
    open: tables => openTables(url, `fuzz_${process.pid}`, tables),
    async stop() {},
  }
}

function withDatabase(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = name
  return address.href
}
