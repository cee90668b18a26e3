import { join } from 'node:path'
import type { Tracer } from '@opentelemetry/api'
import { openEmbeddedDatabase } from '@service/embedded-database'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import { listenEmbedded, listenOnPostgres } from './listen.js'
import type { Listener, Unlisten } from './listener.js'
import { prepareStatements } from './prepare-statements.js'
import { reachServer } from './reach-server.js'
import type { Database } from './schema.js'
import { traceQueries } from './trace-queries.js'
import { types } from './types.js'

/** The database of the service. */
export interface Store {
  readonly db: Kysely<Database>
  /** One process owns an embedded store; a PostgreSQL server is shared by instances. */
  readonly kind: 'postgres' | 'embedded'
  /** For messages; never contains a password. */
  readonly description: string
  poolUse(): PoolUse
  /** Receives the notifications of every instance on this store. */
  listen(channel: string, listener: Listener): Unlisten
  close(): Promise<void>
}

/** How the connections are used, and how many requests wait for one. */
interface PoolUse {
  readonly busy: number
  readonly idle: number
  readonly waiting: number
}

export interface StoreSettings {
  readonly dataDir: string
  readonly databaseUrl?: string
  readonly poolSize: number
  /** In milliseconds; 0 for none. */
  readonly statementTimeout: number
  /** How many milliseconds to wait for a server that cannot be reached yet. */
  readonly databaseWait: number
}

/** All tables are in their own schema, so that a database can be shared with an application. */
export const SCHEMA = 'service'

/** A server that does not respond for this long after its own timeout counts as unavailable. */
const SILENCE = 5_000

/**
 * Opens the store: PostgreSQL when a URL is given, otherwise an embedded database in the data directory,
 * which only this process may use. With a tracer every statement gets a span.
 */
export async function openStore(settings: StoreSettings, tracer?: Tracer): Promise<Store> {
  return settings.databaseUrl
    ? openServer(settings.databaseUrl, settings, tracer)
    : openEmbedded(join(settings.dataDir, 'database'), tracer)
}

async function openServer(
  url: string,
  settings: StoreSettings,
  tracer: Tracer | undefined,
): Promise<Store> {
  const { statementTimeout } = settings
  const pool = openPool({
    connectionString: url,
    max: settings.poolSize,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: SCHEMA,
    options: sessionOptions({ statement_timeout: statementTimeout }),
    ...(statementTimeout > 0 && { query_timeout: statementTimeout + SILENCE }),
  })
  const { host, pathname } = new URL(url)
  const description = `PostgreSQL at ${host}${pathname}`
  await reachServer(pool, description, settings.databaseWait)
  return {
    db: open(prepareStatements(pool), tracer),
    kind: 'postgres',
    description,
    poolUse: () => readPoolUse(pool),
    listen: (channel, listener) =>
      listenOnPostgres(
        {
          connectionString: url,
          connectionTimeoutMillis: 5_000,
          query_timeout: SILENCE,
          keepAlive: true,
          application_name: `${SCHEMA} events`,
        },
        channel,
        listener,
      ),
    close: () => pool.end(),
  }
}

/**
 * The settings of every connection. PostgreSQL compiles statements for which it expects to read many rows, which takes
 * longer than it saves: lists read the rows of a page.
 */
export function sessionOptions(settings: Readonly<Record<string, string | number>>): string {
  const all = { search_path: SCHEMA, timezone: 'UTC', jit: 'off', ...settings }
  return Object.entries(all)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
}

async function openEmbedded(folder: string, tracer: Tracer | undefined): Promise<Store> {
  const embedded = await openEmbeddedDatabase(folder)
  await embedded.database.exec(`set search_path to ${SCHEMA}; set timezone to 'UTC'`)
  const pool = openPool({ ...embedded.poolConfig, max: 1 })
  return {
    db: open(pool as unknown as PostgresPool, tracer),
    kind: 'embedded',
    description: `embedded PostgreSQL in ${folder}`,
    poolUse: () => readPoolUse(pool),
    listen: listenEmbedded(pool),
    async close() {
      await pool.end()
      await embedded.close()
    },
  }
}

/** A broken connection is replaced at the next request, which reports the error. */
function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...config, types })
  const ignore = () => {}
  pool.on('error', ignore)
  pool.on('connect', client => client.on('error', ignore))
  return pool
}

const open = (pool: PostgresPool, tracer: Tracer | undefined) =>
  new Kysely<Database>({
    dialect: new PostgresDialect({ pool: tracer ? traceQueries(pool, tracer) : pool }),
  })

const readPoolUse = ({ totalCount, idleCount, waitingCount }: pg.Pool): PoolUse => ({
  busy: totalCount - idleCount,
  idle: idleCount,
  waiting: waitingCount,
})
