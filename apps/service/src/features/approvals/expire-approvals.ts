import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../store/schema.js'
import { lockOverdueApproval } from './lock-approval.js'
import { finishApproval } from './report-result.js'
import { transitionApproval } from './transition-approval.js'

const NO_RESULT =
  'No agent reported a result within an hour. The action may have run: check the records before you request it again.'

/**
 * Marks the approvals that were not decided in time and returns their number. Several instances may run this
 * at the same time.
 */
export async function expireApprovals(db: Kysely<Database>, signal?: AbortSignal): Promise<number> {
  return repeatUntilDone(db, signal, async transaction => {
    const approval = await lockOverdueApproval(transaction, 'pending')
    if (!approval) return false
    await transitionApproval(transaction, approval, {
      to: 'expired',
      actor: { initiator: 'service' },
    })
    return true
  })
}

/** Marks the approvals that an agent claimed and never reported as failed, and returns their number. */
export async function failUnfinishedApprovals(
  db: Kysely<Database>,
  signal?: AbortSignal,
): Promise<number> {
  return repeatUntilDone(db, signal, async transaction => {
    const approval = await lockOverdueApproval(transaction, 'claimed')
    if (!approval) return false
    await finishApproval(transaction, approval, { status: 'failed', failure: NO_RESULT })
    return true
  })
}

async function repeatUntilDone(
  db: Kysely<Database>,
  signal: AbortSignal | undefined,
  step: (transaction: Transaction<Database>) => Promise<boolean>,
): Promise<number> {
  let count = 0
  while (!signal?.aborted && (await db.transaction().execute(step))) count++
  return count
}
