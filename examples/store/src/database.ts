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
      `DEMO_DATABASE_URL must start with postgres:// or postgresql://, not '${url.split(':')[0]}:'.`,
    )
  }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await refuseOthers((sql, values) => client.query(sql, values))
    await fill(
      (sql, values) => client.query(sql, values),
      sql => client.query(sql),
    )
  } finally {
    await client.end()
  }
  return { connection: url, description: 'PostgreSQL at DEMO_DATABASE_URL', close: async () => {} }
}

/** The shop marks what it made: a table of the same name proves nothing. */
const mark = 'Demo data of npm start, made by the example shop.'

/** Refuses a database in which somebody else has tables, or a service of theirs. */
async function refuseOthers(execute: Execute): Promise<void> {
  const { rows } = await execute(
    `select name, is_own from (
        select c.relname::text as name, obj_description(c.oid, 'pg_class') = $1 as is_own
        from pg_class c
        where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
          and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
        union all
        select 'the schema service', false from pg_namespace where nspname = 'service'
      ) found order by name`,
    [mark],
  )
  const found = rows as readonly { readonly name: string; readonly is_own: boolean | null }[]
  if (found.length === 0 || found.some(({ is_own }) => is_own)) return
  const names = found.slice(0, 5).map(({ name }) => name)
  const more = found.length > names.length ? ` and ${found.length - names.length} more` : ''
  throw new Error(
    `DEMO_DATABASE_URL names a database that the demo did not make: it holds ${names.join(', ')}${more}. Nothing was changed. Make an empty database for the demo, or unset DEMO_DATABASE_URL to use an embedded one.`,
  )
}

/** Makes tables and records in one transaction, so that an interrupted start leaves nothing half done. */
async function fill(execute: Execute, script: (sql: string) => Promise<unknown>): Promise<void> {
  const { rows } = await execute(
    "select 1 from pg_tables where schemaname = current_schema() and tablename = 'orders'",
  )
  if (rows.length > 0) return
  console.log('Filling the shop with demo data…')
  await execute('begin')
  try {
    await script(tables)
    await script(`comment on table orders is '${mark}'`)
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
