import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createMemoryDataSource, type MemoryCollection } from '@service/datasource-memory'
import { createSqlDataSource } from '@service/datasource-sql'
import type {
  CollectionSource,
  ColumnType,
  DataSource,
  DataSourceFactory,
  Row,
} from '@service/datasource-toolkit'
import Libsql from 'libsql'
import type { Database } from './databases.js'
import { type Shape, shapes, states, type ValueKind } from './shape.js'
import type { Store } from './world.js'

const types: Readonly<Record<ValueKind, ColumnType>> = {
  key: 'Number',
  word: 'String',
  amount: 'Number',
  state: 'Enum',
  day: 'Dateonly',
  instant: 'Date',
  document: 'Json',
}

const inSource = (source: Shape['source']) =>
  Object.entries(shapes).filter(([, shape]) => shape.source === source)

/** Both sources in memory, with generated keys when asked to. */
export function memoryStore(isGenerated = false): Store {
  const main = replaceableSource('main', isGenerated)
  const other = replaceableSource('other', isGenerated)
  return {
    factories: [main.factory, other.factory],
    async load(database) {
      await main.load(database)
      await other.load(database)
    },
    rows: async () => new Map([...(await main.rows()), ...(await other.rows())]),
  }
}

interface Replaceable {
  readonly factory: DataSourceFactory
  load(database: Database): Promise<void>
  rows(): Promise<Database>
}

/** A source in memory that always answers from the rows loaded last. */
function replaceableSource(source: Shape['source'], isGenerated = false): Replaceable {
  let current: DataSource
  const open = (database: Database) => {
    const collections = inSource(source).map(([name, shape]) => {
      return [name, inMemory(shape, database.get(name) ?? [], isGenerated)] as const
    })
    return createMemoryDataSource(Object.fromEntries(collections))(
      () => {},
      async () => {},
    )
  }
  return {
    async factory() {
      current = await open(new Map())
      const collections = current.collections.map((first, index) =>
        following(first, () => current.collections[index]!),
      )
      return { ...current, collections }
    },
    async load(database) {
      current = await open(database)
    },
    rows: async () => new Map(await Promise.all(current.collections.map(readRows))),
  }
}

async function readRows(source: CollectionSource): Promise<readonly [string, Row[]]> {
  const { name } = source
  const columns = Object.keys(shapes[name]!.columns)
  const scan = { select: { collection: name, columns, joins: [] }, orderBy: [] }
  return [name, await source.list(scan, { timezone: 'UTC', now: new Date(0) })]
}

function following(first: CollectionSource, current: () => CollectionSource): CollectionSource {
  return new Proxy(first, { get: (_, name) => Reflect.get(current(), name) })
}

function inMemory(
  { columns, primaryKey }: Shape,
  records: readonly Row[],
  isGenerated: boolean,
): MemoryCollection {
  const definitions = Object.entries(columns).map(([name, kind]) => {
    const isPrimaryKey = primaryKey.includes(name)
    const enumValues = kind === 'state' ? states : undefined
    const generated = isGenerated && isPrimaryKey && primaryKey.length === 1
    return [name, { type: types[kind], isPrimaryKey, isGenerated: generated, enumValues }]
  })
  return { columns: Object.fromEntries(definitions), records }
}

const sqlTypes: Readonly<Record<ValueKind, string>> = {
  key: 'integer',
  word: 'text',
  amount: 'real',
  state: 'text',
  day: 'date',
  instant: 'datetime',
  document: 'json',
}

function stored(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}

/** Waits for what a request that was refused had begun to read before it was. */
async function commit(database: Libsql.Database): Promise<void> {
  for (let attempt = 1; database.inTransaction; attempt++) {
    try {
      database.exec('commit')
    } catch (error) {
      if (attempt === 100) throw error
      await setTimeout(attempt)
    }
  }
}

/** The main source in a file of SQLite, the other in memory. */
export function sqliteStore(): Store & { remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'permissions-'))
  const file = join(folder, 'main.db')
  const database = new Libsql(file)
  database.exec('pragma synchronous = off')
  for (const [name, { columns, primaryKey }] of inSource('main')) {
    const definitions = Object.entries(columns).map(
      ([column, kind]) => `${column} ${sqlTypes[kind]}`,
    )
    database.exec(`create table ${name} (${definitions}, primary key (${primaryKey}))`)
  }
  const other = replaceableSource('other')
  return {
    factories: [createSqlDataSource(`sqlite://${file}`), other.factory],
    async load(rows) {
      database.exec('begin')
      for (const [name, { columns }] of inSource('main')) {
        database.exec(`delete from ${name}`)
        const names = Object.keys(columns)
        const insert = database.prepare(
          `insert into ${name} (${names}) values (${names.map(() => '?')})`,
        )
        for (const row of rows.get(name) ?? []) insert.run(names.map(column => stored(row[column])))
      }
      await commit(database)
      await other.load(rows)
    },
    async rows() {
      const main = inSource('main').map(([name]) => {
        return [name, database.prepare(`select * from ${name}`).all() as Row[]] as const
      })
      return new Map([...main, ...(await other.rows())])
    },
    remove() {
      database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
