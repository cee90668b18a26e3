import { sql } from 'kysely'
import type { Store } from '../store/open-store.js'

const LOCK = 7_301_002

/** Embedded stores on which work is running; they have one process and one connection. */
const busy = new WeakSet<Store>()

/** Runs `work` unless another instance, or this one, is running it. Returns whether it ran. */
export async function withMaintenanceLock(
  store: Store,
  work: () => Promise<void>,
): Promise<boolean> {
  return store.kind === 'embedded' ? withLocalLock(store, work) : withDatabaseLock(store, work)
}

async function withLocalLock(store: Store, work: () => Promise<void>): Promise<boolean> {
  if (busy.has(store)) return false
  busy.add(store)
  try {
    await work()
    return true
  } finally {
    busy.delete(store)
  }
}

function withDatabaseLock({ db }: Store, work: () => Promise<void>): Promise<boolean> {
  return db.transaction().execute(async transaction => {
    const { rows } = await sql<{ taken: boolean }>`
      select pg_try_advisory_xact_lock(${LOCK}) as taken`.execute(transaction)
    if (!rows[0]?.taken) return false
    await work()
    return true
  })
}
