import type { Kysely, Transaction } from 'kysely'
import type { LogOwner } from '../../logs/log-kinds.js'
import type { Database } from '../../store/schema.js'
import { type Actor, writeAdminLog } from '../admin-logs/write-admin-log.js'
import { lockProject } from '../people/lock-project.js'

/** A log and the person who sets its retention. */
export interface RetentionTarget extends LogOwner {
  readonly projectId: number
  /** Absent for the admin log of a project. */
  readonly environmentName?: string
  readonly actor: Actor
}

/** The number of days for which entries of a log are kept; null for no limit. */
export async function readRetention(
  db: Kysely<Database>,
  { kind, ownerId }: LogOwner,
): Promise<number | null> {
  const row = await db
    .selectFrom('retention')
    .select('days')
    .where('kind', '=', kind)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  return row?.days ?? null
}

/** Sets how long the entries of a log are kept. Maintenance archives expired entries. */
export async function setRetention(
  transaction: Transaction<Database>,
  target: RetentionTarget,
  days: number | null,
): Promise<void> {
  await lockProject(transaction, target.projectId)
  const before = await readRetention(transaction, target)
  if (before === days) return
  await storeRetention(transaction, target, days)
  await writeAdminLog(transaction, {
    projectId: target.projectId,
    actor: target.actor,
    type: before === null ? 'add' : days === null ? 'remove' : 'update',
    resource: 'retention',
    ...(before !== null && { previousValue: retentionValue(target, before) }),
    ...(days !== null && { newValue: retentionValue(target, days) }),
  })
}

async function storeRetention(
  transaction: Transaction<Database>,
  { kind, ownerId }: LogOwner,
  days: number | null,
): Promise<void> {
  if (days === null) {
    await transaction
      .deleteFrom('retention')
      .where('kind', '=', kind)
      .where('owner_id', '=', ownerId)
      .execute()
    return
  }
  await transaction
    .insertInto('retention')
    .values({ kind, owner_id: ownerId, days })
    .onConflict(conflict => conflict.columns(['owner_id', 'kind']).doUpdateSet({ days }))
    .execute()
}

function retentionValue({ environmentName }: RetentionTarget, days: number) {
  return environmentName === undefined
    ? { adminLogDays: days }
    : { environment: { object: 'environment', name: environmentName }, activityLogDays: days }
}
