import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'

type Query = (text: string) => Promise<readonly object[]>

const hash = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex')

const catalogQueries = [
  'select nspname from pg_namespace order by 1',
  'select relname, relkind, relnamespace, relowner, relacl::text from pg_class order by oid',
  'select attrelid, attname, atttypid, attnotnull from pg_attribute order by 1, attnum',
  'select proname, prosrc from pg_proc order by oid',
  'select conname, contype, conrelid from pg_constraint order by oid',
  'select tgname, tgrelid from pg_trigger order by oid',
  'select extname from pg_extension order by 1',
  'select rolname, rolconfig::text from pg_roles order by 1',
  'select setdatabase, setrole, setconfig::text from pg_db_role_setting order by 1, 2',
  'select sequencename, last_value from pg_sequences order by 1',
]

/** Everything a PostgreSQL database contains: its catalog without statistics, and all rows of all tables. */
export async function fingerprintPostgres(query: Query): Promise<string> {
  const catalog = []
  for (const text of catalogQueries) catalog.push(await query(text))
  const tables = (await query(
    "select schemaname || '.' || tablename as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema') order by 1",
  )) as readonly { name: string }[]
  const rows = []
  // The hidden column tells which transaction wrote a row last.
  for (const { name } of tables) {
    rows.push(await query(`select xmin::text, t::text from ${name} t order by 2`))
  }
  return hash([catalog, tables, rows])
}

/** Definitions and checksums of all tables. */
export async function fingerprintMariaDb(query: Query): Promise<string> {
  const inDatabase = '_schema = database() order by 1, 2'
  const definitions = await Promise.all([
    query(
      `select table_name, table_type, create_time from information_schema.tables where table${inDatabase}`,
    ),
    query(
      `select table_name, column_name, column_type, column_default from information_schema.columns where table${inDatabase}`,
    ),
    query(
      `select routine_name, routine_type from information_schema.routines where routine${inDatabase}`,
    ),
    query(
      `select trigger_name, event_object_table from information_schema.triggers where trigger${inDatabase}`,
    ),
  ])
  const tables = (await query(
    `select table_name as name, table_type from information_schema.tables where table_type = 'BASE TABLE' and table${inDatabase}`,
  )) as readonly { name: string }[]
  const checksums = []
  for (const { name } of tables) checksums.push(await query(`checksum table \`${name}\` extended`))
  return hash([definitions, checksums])
}

/** The bytes of the file, and the names beside it. */
export async function fingerprintSqlite(file: string): Promise<string> {
  const bytes = await readFile(file)
  const content = createHash('sha256').update(bytes).digest('hex')
  return hash([content, (await readdir(dirname(file))).sort()])
}

interface MongoDatabase {
  listCollections(): { toArray(): Promise<readonly { readonly name: string }[]> }
  collection(name: string): {
    find(): { toArray(): Promise<readonly object[]> }
    indexes(): Promise<readonly object[]>
  }
}

/** Every collection with its indexes and documents. */
export async function fingerprintMongo(db: MongoDatabase): Promise<string> {
  const collections = await db.listCollections().toArray()
  const names = collections.map(({ name }) => name).sort()
  const contents = []
  for (const name of names) {
    const collection = db.collection(name)
    contents.push([name, await collection.indexes(), await collection.find().toArray()])
  }
  return hash(contents)
}
