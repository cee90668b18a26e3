import { join } from 'node:path'
import { openEmbeddedDatabase } from '@service/embedded-database'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { prepareStatements } from './prepare-statements.js'
import type { Database } from './schema.js'
import { types } from './types.js'

/** Where the service keeps everything it knows. */
export interface Store {
  readonly db: Kysely<Database>
  /** One process owns an embedded store; a server is shared by instances. */
  readonly kind: 'postgres' | 'embedded'
  /** For messages: never holds a password. */
  readonly description: string
  close(): Promise<void>
}

export interface StoreSettings {
  readonly dataDir: string
  readonly databaseUrl?: string
  readonly poolSize: number
  /** Milliseconds. */
  readonly statementTimeout: number
}

/** All tables live in a schema of their own, so that a database can be shared with an application. */
export const SCHEMA = 'service'

/**
 * Opens the store: PostgreSQL when a URL is given, and otherwise an embedded database in the data
 * directory, which this process then owns.
 */
export async function openStore(settings: StoreSettings): Promise<Store> {
  return settings.databaseUrl
    ? openServer(settings.databaseUrl, settings)
    : openEmbedded(join(settings.dataDir, 'database'))
}

function openServer(url: string, settings: StoreSettings): Store {
  const pool = new pg.Pool({
    connectionString: url,
    max: settings.poolSize,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    types,
    options: sessionOptions({ statement_timeout: settings.statementTimeout }),
  })
  // An idle connection that breaks is replaced at the next request, which then tells what is wrong.
  pool.on('error', () => {})
  const { host, pathname } = new URL(url)
  return {
    db: new Kysely<Database>({ dialect: new PostgresDialect({ pool: prepareStatements(pool) }) }),
    kind: 'postgres',
    description: `PostgreSQL at ${host}${pathname}`,
    close: () => pool.end(),
  }
}

/** The settings every connection of ours runs with. */
export function sessionOptions(settings: Readonly<Record<string, string | number>>): string {
  const all = { search_path: SCHEMA, timezone: 'UTC', ...settings }
  return Object.entries(all)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
}

async function openEmbedded(folder: string): Promise<Store> {
  const embedded = await openEmbeddedDatabase(folder)
  await embedded.database.exec(`set search_path to ${SCHEMA}; set timezone to 'UTC'`)
  const pool = new pg.Pool({ ...embedded.poolConfig, max: 1, types })
  pool.on('error', () => {})
  return {
    db: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }),
    kind: 'embedded',
    description: `embedded PostgreSQL in ${folder}`,
    async close() {
      await pool.end()
      await embedded.close()
    },
  }
}
