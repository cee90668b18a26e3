import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { UnavailableError } from '../errors.js'
import { isStoreGone } from './is-store-gone.js'

const PAUSE = 500

/** Waits until a server responds. Throws when it rejects the connection or is unavailable for too long. */
export async function reachServer(
  pool: pg.Pool,
  description: string,
  timeout: number,
): Promise<void> {
  for (const end = performance.now() + timeout; ; await sleep(PAUSE)) {
    try {
      await pool.query('select 1')
      return
    } catch (error) {
      if (isStoreGone(error) && performance.now() < end) continue
      await pool.end()
      throw new UnavailableError(
        'database_unavailable',
        `${description} cannot be used: ${describeError(error)}. Check SERVICE_DATABASE_URL.`,
        1,
        { cause: error },
      )
    }
  }
}

/** A host name with several IP addresses fails with one reason for each. */
function describeError(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(describeError).join('; ')
  return error instanceof Error ? error.message : String(error)
}
