import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../store/schema.js'
import { lockOverdueApproval } from './lock-approval.js'
import { takeStep } from './take-step.js'

/** Marks the approvals that nobody decided in time; answers how many. Several instances may do so at once. */
export async function expireApprovals(db: Kysely<Database>, signal?: AbortSignal): Promise<number> {
  let count = 0
  while (!signal?.aborted && (await db.transaction().execute(expireOne))) count++
  return count
}

async function expireOne(transaction: Transaction<Database>): Promise<boolean> {
  const approval = await lockOverdueApproval(transaction)
  if (!approval) return false
  await takeStep(transaction, approval, { to: 'expired', actor: { initiator: 'service' } })
  return true
}
