import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { openEmbeddedDatabase } from '@service/embedded-database'
import pg from 'pg'
import { demoData } from './demo-data.js'
import { tables } from './tables.js'

/** The shop's database: what the agent connects to, and how to close it. */
export interface StoreDatabase {
  /** What to hand to `createSqlDataSource`. */
  readonly connection: string | PGlite
  readonly description: string
  close(): Promise<void>
}

type Execute = (sql: string, values?: unknown[]) => Promise<{ rows: unknown[] }>

/** Opens the database and fills it on the first start. Without a URL it is embedded, in `folder`. */
export async function openDatabase(folder: string, url?: string): Promise<StoreDatabase> {
  return url ? openServer(url) : openEmbedded(join(folder, 'store'))
}

async function openEmbedded(folder: string): Promise<StoreDatabase> {
  console.log('Opening the embedded database…')
  const { database, close } = await openEmbeddedDatabase(folder)
  await fill(
    (sql, values) => database.query(sql, values),
    sql => database.exec(sql),
  )
  return {
    connection: database,
    description: `embedded PostgreSQL in ${folder}`,
    close,
  }
}

async function openServer(url: string): Promise<StoreDatabase> {
  if (!/^postgres(ql)?:/.test(url)) {
    throw new Error(
      `DATABASE_URL must start with postgres:// or postgresql://, not '${url.split(':')[0]}:'.`,
    )
  }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await fill(
      (sql, values) => client.query(sql, values),
      sql => client.query(sql),
    )
  } finally {
    await client.end()
  }
  return { connection: url, description: 'PostgreSQL at DATABASE_URL', close: async () => {} }
}

/** Makes tables and records in one transaction, so that an interrupted start leaves nothing half done. */
async function fill(execute: Execute, script: (sql: string) => Promise<unknown>): Promise<void> {
  const { rows } = await execute(
    "select 1 from pg_tables where schemaname = 'public' and tablename = 'orders'",
  )
  if (rows.length > 0) return
  console.log('Filling the shop with demo data…')
  await execute('begin')
  try {
    await script(tables)
    for (const [table, records] of demoData()) {
      // The records travel as one JSON parameter: one statement a table, whatever its size.
      await execute(
        `insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
        [JSON.stringify(records)],
      )
    }
    for (const table of serialTables) {
      await execute(`select setval('${table}_id_seq', (select max(id) from ${table}))`)
    }
    await execute('commit')
  } catch (error) {
    await execute('rollback')
    throw error
  }
}

const serialTables = [
  'customers',
  'suppliers',
  'categories',
  'products',
  'tags',
  'orders',
  'order_items',
  'reviews',
]
