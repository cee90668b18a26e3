import { mkdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { lockFolder } from '@service/http'
import type { Pool, PoolConfig } from 'pg'
import type { Address } from '../../address.js'
import { importDriver } from '../../import-driver.js'
import { type ConnectionOptions, poolLimits } from '../../options.js'
import { importPg } from './import-pg.js'
import type { PostgresPool } from './open.js'
import { pgliteStreams } from './pglite-stream.js'
import { session } from './session.js'

interface OpenFolder {
  readonly opening: Promise<{ readonly pool: Pool; close(): Promise<void> }>
  users: number
}

/**
 * One database per folder, however often it is opened: an agent that restarts has it open twice.
 */
const openFolders = new Map<string, OpenFolder>()

/**
 * Opens the PGlite in a folder in a worker thread, which is terminated when a statement takes too
 * long. The first caller sets the limits.
 */
export async function connectPGliteFolder(
  { database }: Address,
  options: ConnectionOptions,
): Promise<PostgresPool> {
  const folder = resolve(database)
  const shared = openFolders.get(folder) ?? { opening: open(folder, options), users: 0 }
  openFolders.set(folder, shared)
  shared.users += 1
  const releaseFolder = async (close: () => Promise<void>) => {
    shared.users -= 1
    if (shared.users > 0) return
    openFolders.delete(folder)
    await close()
  }
  try {
    const { pool, close } = await shared.opening
    return { pool, kind: 'thread', close: () => releaseFolder(close) }
  } catch (error) {
    await releaseFolder(async () => {})
    throw error
  }
}

async function open(folder: string, options: ConnectionOptions) {
  const pg = await importPg()
  await importDriver('@electric-sql/pglite', () => import('@electric-sql/pglite'))
  await mkdir(dirname(folder), { recursive: true })
  // The lock is next to the folder because PGlite creates a new database only in an empty folder.
  const unlock = await lockFolder(folder, 'name another folder', `${folder}.lock`)
  try {
    const pool = await openPool(pg.Pool, folder, options)
    const close = async () => {
      await pool.end()
      await unlock()
    }
    return { pool, close }
  } catch (error) {
    await unlock()
    throw error
  }
}

async function openPool(PgPool: typeof Pool, folder: string, options: ConnectionOptions) {
  const settings = Object.entries(session).map(([name, value]) => `set ${name} = '${value}'`)
  const openStream = pgliteStreams(folder, settings.join('; '))
  // Creating a new database takes longer than a request may wait for a connection.
  let first: ReturnType<typeof openStream> | undefined = openStream()
  await first.ready
  const stream = () => {
    const made = first ?? openStream()
    first = undefined
    return made
  }
  const { acquireTimeoutMs, statementTimeoutMs } = poolLimits(options)
  const pool = new PgPool({
    // The type requires a socket; these streams have the members that are used.
    stream: stream as unknown as NonNullable<PoolConfig['stream']>,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: acquireTimeoutMs,
    query_timeout: statementTimeoutMs,
    allowExitOnIdle: true,
  })
  // Each source that shares the pool adds a listener.
  pool.setMaxListeners(0)
  return pool
}
