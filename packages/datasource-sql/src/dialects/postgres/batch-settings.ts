import type { Pool, PoolClient } from 'pg'
import type { Outcome, Statement } from '../../database.js'
import type { ShortStatements } from './short-statements.js'

/** What statements that share messages need. */
export interface BatchSettings {
  readonly pool: Pool
  readonly short: ShortStatements
  /** Runs a statement by itself, on any connection: a read as often as needed, a write once. */
  readonly runAlone: (statement: Statement, signal: AbortSignal | undefined) => Promise<Outcome>
  readonly release: (client: PoolClient, error?: unknown) => void
  /** Cancels what a client runs; resolves when that can no longer hit anything else. */
  readonly cancel: (client: PoolClient) => Promise<void>
  /** What callers get for an error of the driver. */
  readonly toError: (error: unknown) => unknown
}

/** Connections that batches use when a few requests are served at a time. */
export const FEW = 2
/** Waiting statements for which another connection is used. */
export const MANY = 8
