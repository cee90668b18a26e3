import type { Kysely } from 'kysely'
import type { Deps } from '../deps.js'
import { expireApprovals, failUnfinishedApprovals } from '../features/approvals/expire-approvals.js'
import { archiveExpired } from '../logs/archive-expired.js'
import { archiveFolder } from '../logs/archive-files.js'
import { ensureLogIndexes } from '../logs/ensure-log-indexes.js'
import { ensurePartitions } from '../logs/ensure-partitions.js'
import { type LogKind, logKinds } from '../logs/log-kinds.js'
import { deleteArchived, dropArchivedPartitions } from '../logs/remove-archived.js'
import { rotateOldKeys } from '../secrets/signing-keys.js'
import { toInstant } from '../store/instant.js'
import type { Database } from '../store/schema.js'
import { withMaintenanceLock } from './maintenance-lock.js'
import { prune } from './prune.js'

/** The dependencies of maintenance. */
export type MaintenanceDeps = Pick<Deps, 'store' | 'config' | 'secrets' | 'log'>

export interface MaintenanceOptions {
  readonly now?: Date
  /** Stops between two steps. */
  readonly signal?: AbortSignal
  /** The maximum number of entries per archive. */
  readonly fileRows?: number
}

/**
 * Ends overdue approvals: those not decided in time, and those claimed by an agent that never reported a
 * result.
 */
export async function finishApprovals(
  { store, log }: MaintenanceDeps,
  signal?: AbortSignal,
): Promise<void> {
  try {
    await expireApprovals(store.db, signal)
    await failUnfinishedApprovals(store.db, signal)
  } catch (error) {
    log.error({ err: error }, 'maintenance: ending overdue approvals failed')
  }
}

/**
 * Runs maintenance once: creates partitions for the coming months and missing indexes, archives expired logs, then removes them.
 * Errors are logged.
 */
export async function maintain(
  deps: MaintenanceDeps,
  options: MaintenanceOptions = {},
): Promise<void> {
  const { store, log } = deps
  const { now = new Date(), signal } = options
  const steps: Readonly<Record<string, () => Promise<unknown>>> = {
    'making partitions': () => ensurePartitions(store.db, now),
    'building indexes': () => ensureLogIndexes(store.db),
    'archiving logs': () => archiveLogs(deps, now, options),
    'removing archived logs': () => removeArchived(store.db, now),
    'settling approvals': () => finishApprovals(deps, signal),
    'rotating keys': () => rotateOldKeys(deps),
    pruning: () => prune(store.db, signal),
  }
  const run = async () => {
    for (const [name, step] of Object.entries(steps)) {
      if (signal?.aborted) return
      await step().catch(error => log.error({ err: error }, `maintenance: ${name} failed`))
    }
  }
  await withMaintenanceLock(store, run).catch(error =>
    log.error({ err: error }, 'maintenance failed'),
  )
}

/** A log that cannot be archived stays unchanged and does not stop the others from being archived. */
async function archiveLogs(
  { store, config, log }: MaintenanceDeps,
  now: Date,
  { signal, fileRows }: MaintenanceOptions,
): Promise<void> {
  const settings = { now, folder: archiveFolder(config), fileRows, signal }
  const rules = await store.db.selectFrom('retention').selectAll().execute()
  for (const { kind, owner_id, days } of rules) {
    const owner = { kind, ownerId: owner_id }
    try {
      await archiveExpired(store.db, { ...owner, days }, settings)
    } catch (error) {
      log.error({ err: error, ...owner }, 'cannot archive expired log entries; none were removed')
    }
  }
}

async function removeArchived(db: Kysely<Database>, now: Date): Promise<void> {
  for (const kind of Object.keys(logKinds) as LogKind[]) {
    await dropArchivedPartitions(db, kind, toInstant(now))
    await deleteArchived(db, kind)
  }
}
