import pg from 'pg'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import { SCHEMA, sessionOptions } from '../store/open-store.js'
import type { Counters } from './counters.js'

const TABLE = 'rate_limits'
const CONNECTIONS = 4
const CLEANING_INTERVAL = 300_000

export interface PostgresCountersSettings {
  readonly databaseUrl: string
  /** In milliseconds. */
  readonly statementTimeout: number
}

/**
 * Counts in PostgreSQL for all instances. It has its own connections, so that a count never waits behind a
 * long query and needs no durable commit.
 */
export function openPostgresCounters(settings: PostgresCountersSettings): Counters {
  const pool = new pg.Pool({
    connectionString: settings.databaseUrl,
    max: CONNECTIONS,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    // A server that does not respond for this long after its own timeout counts as unavailable.
    query_timeout: settings.statementTimeout + 5_000,
    options: sessionOptions({
      statement_timeout: settings.statementTimeout,
      synchronous_commit: 'off',
    }),
  })
  // A broken idle connection is replaced at the next request, which reports the error.
  pool.on('error', () => {})
  // Leftover rows are harmless: an expired counter restarts when it is used.
  const clean = () =>
    pool.query(`delete from ${SCHEMA}.${TABLE} where expire < $1`, [Date.now()]).catch(() => {})
  const cleaning = setInterval(clean, CLEANING_INTERVAL).unref()
  return {
    limiter: (name, { points, duration }) =>
      new RateLimiterPostgres({
        storeClient: pool,
        storeType: 'pool',
        schemaName: SCHEMA,
        tableName: TABLE,
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix: name,
        points,
        duration,
        // A caller that has used up its limit is rejected from memory until the counter restarts.
        inMemoryBlockOnConsumed: points,
      }),
    async close() {
      clearInterval(cleaning)
      await pool.end()
    },
  }
}
