import pg from 'pg'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import { SCHEMA, sessionOptions } from '../store/open-store.js'
import type { Counters } from './counters.js'

const TABLE = 'rate_limits'
const CONNECTIONS = 4
const CLEANING_INTERVAL = 300_000

export interface PostgresCountersSettings {
  readonly databaseUrl: string
  /** Milliseconds. */
  readonly statementTimeout: number
}

/**
 * Counts in PostgreSQL, for all instances together. The connections are their own: a count is
 * never queued behind a long query, and needs no durable commit.
 */
export function openPostgresCounters(settings: PostgresCountersSettings): Counters {
  const pool = new pg.Pool({
    connectionString: settings.databaseUrl,
    max: CONNECTIONS,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    // A server that says nothing for this long after its own time limit is taken for gone.
    query_timeout: settings.statementTimeout + 5_000,
    options: sessionOptions({
      statement_timeout: settings.statementTimeout,
      synchronous_commit: 'off',
    }),
  })
  // An idle connection that breaks is replaced at the next request, which then tells what is wrong.
  pool.on('error', () => {})
  // Rows that stay are harmless: an expired counter starts anew when it is used.
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
        // Who has used up a budget is refused from memory until it starts anew.
        inMemoryBlockOnConsumed: points,
      }),
    async close() {
      clearInterval(cleaning)
      await pool.end()
    },
  }
}
