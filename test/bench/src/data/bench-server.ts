import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startPostgres } from '@service/test-support'
import pg from 'pg'
import { makeBench } from './make-bench.js'
import { makeEvents } from './make-events.js'
import { makeWide } from './make-wide.js'

/** Changes whenever the data do: databases with another mark are made again. */
const DATA_MARK = 'bench data 1'

const settings = {
  autovacuum: 'off',
  synchronous_commit: 'off',
  fsync: 'on',
  full_page_writes: 'on',
  jit: 'off',
  shared_buffers: '2GB',
  random_page_cost: '1.1',
}

const makers = { bench: makeBench, bench300: makeWide, bench_json: makeEvents }

export type BenchDatabaseName = keyof typeof makers

export interface BenchServer {
  readonly pid: number
  readonly version: string
  /** The address of one of its databases. */
  url(database: string): string
  /** Runs statements one by one on a connection of their own; answers the rows of the last. */
  run(database: string, statements: readonly string[]): Promise<readonly Record<string, unknown>[]>
  /** What a database was marked with when it was complete. */
  mark(database: string): Promise<unknown>
  /** The names of the databases that hold the data set. */
  copies(): Promise<readonly string[]>
  stop(): Promise<void>
}

/** Starts the benchmark's own PostgreSQL; the databases are made the first time and kept in `dataDir`. */
export async function startBenchServer(
  dataDir: string,
  databases: readonly BenchDatabaseName[],
  progress: (text: string) => void,
): Promise<BenchServer> {
  const postgres = await startPostgres(settings, { dataDir })
  if (!postgres) {
    throw new Error(
      'PostgreSQL was not found. Install its server programs (Debian: postgresql) or put them on PATH.',
    )
  }
  const server: BenchServer = {
    pid: Number((await readFile(join(dataDir, 'db', 'postmaster.pid'), 'utf8')).split('\n')[0]),
    version: await serverVersion(postgres.url),
    url: database => withDatabase(postgres.url, database),
    run: (database, statements) => run(withDatabase(postgres.url, database), statements),
    mark: database => readMark(postgres.url, database),
    copies: () => copies(postgres.url),
    stop: () => postgres.stop(),
  }
  try {
    for (const database of databases) {
      await ensureDatabase(server, database, makers[database], progress)
    }
    return server
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** Copies a whole database, unless an equal copy is there. */
export async function copyDatabase(server: BenchServer, from: string, to: string): Promise<void> {
  if ((await server.mark(to)) === DATA_MARK) return
  await server.run('postgres', [
    `drop database if exists ${to} with (force)`,
    `create database ${to} template ${from}`,
    `comment on database ${to} is '${DATA_MARK}'`,
  ])
}

async function ensureDatabase(
  server: BenchServer,
  database: string,
  make: (client: pg.Client, progress: (text: string) => void) => Promise<void>,
  progress: (text: string) => void,
): Promise<void> {
  if ((await server.mark(database)) === DATA_MARK) return
  await server.run('postgres', [
    `drop database if exists ${database} with (force)`,
    `create database ${database}`,
  ])
  const client = new pg.Client({ connectionString: server.url(database) })
  await client.connect()
  try {
    await make(client, text => progress(`making ${database}: ${text}`))
  } finally {
    await client.end()
  }
  await server.run('postgres', [`comment on database ${database} is '${DATA_MARK}'`, 'checkpoint'])
}

async function readMark(url: string, database: string): Promise<unknown> {
  const rows = await run(url, [
    `select shobj_description(oid, 'pg_database') as mark from pg_database where datname = '${database}'`,
  ])
  return rows[0]?.mark
}

async function copies(url: string): Promise<readonly string[]> {
  const rows = await run(url, [
    "select datname from pg_database where datname in ('bench', 'bench_directus')",
  ])
  return rows.map(row => String(row.datname))
}

async function serverVersion(url: string): Promise<string> {
  const rows = await run(url, ['show server_version'])
  return String(rows[0]?.server_version)
}

async function run(
  url: string,
  statements: readonly string[],
): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let rows: readonly Record<string, unknown>[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

function withDatabase(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
}
