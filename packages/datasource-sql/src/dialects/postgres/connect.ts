import type { PGlite } from '@electric-sql/pglite'
import type { PoolConfig } from 'pg'
import type { Address } from '../../address.js'
import type { EmbeddedPostgres } from '../../embedded-postgres.js'
import { importDriver } from '../../import-driver.js'
import { poolLimits, type SourceConnectionOptions } from '../../options.js'
import { withTls } from '../../tls.js'
import { importPg } from './import-pg.js'
import type { PostgresPool } from './open.js'
import { session } from './session.js'

const LOST_AFTER_MS = 5_000

export async function connectPostgres(
  address: Address,
  options: SourceConnectionOptions,
): Promise<PostgresPool> {
  const pg = await importPg()
  const limits = poolLimits(options)
  const settings = {
    ...session,
    statement_timeout: String(limits.statementTimeoutMs),
    ...(options.readOnly && { default_transaction_read_only: 'on' }),
  }
  const config = (ssl: PoolConfig['ssl']): PoolConfig => ({
    host: address.host,
    port: address.port ?? 5432,
    user: address.user,
    password: address.password,
    database: address.database,
    ...(ssl !== undefined && { ssl }),
    options: [
      address.parameters.options,
      ...Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`),
    ]
      .filter(Boolean)
      .join(' '),
    application_name: address.parameters.application_name ?? 'service-agent',
    max: limits.max,
    connectionTimeoutMillis: limits.acquireTimeoutMs,
    idleTimeoutMillis: limits.idleTimeoutMs,
    // For a network that drops the response; the server itself stops statements earlier.
    query_timeout: limits.statementTimeoutMs + LOST_AFTER_MS,
    keepAlive: true,
    allowExitOnIdle: true,
  })
  return withTls(address, options, async ssl => {
    const pool = new pg.Pool(config(ssl))
    pool.on('error', () => {})
    try {
      const client = await pool.connect()
      client.on('error', () => {})
      client.release()
      return { pool, kind: 'server', close: () => pool.end() }
    } catch (error) {
      await pool.end()
      throw error
    }
  })
}

export async function connectPGlite(database: EmbeddedPostgres): Promise<PostgresPool> {
  const pg = await importPg()
  const { createPgConfig } = await importDriver(
    '@electric-sql/pglite',
    () => import('@electric-sql/pglite/node-postgres'),
  )
  // The bridge is a configuration for pg that does not declare its type.
  const config = createPgConfig(database as PGlite) as unknown as PoolConfig
  const pool = new pg.Pool({ ...config, max: 1, idleTimeoutMillis: 0 })
  const client = await pool.connect()
  for (const [name, value] of Object.entries(session)) {
    await client.query(`set ${name} = '${value}'`)
  }
  client.release()
  return { pool, kind: 'instance', close: () => pool.end() }
}
