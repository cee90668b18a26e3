import { sql, type Transaction } from 'kysely'
import type { Database } from '../../store/schema.js'
import type { ApprovalResult } from './approval.js'
import { type LockedApproval, lockApproval } from './lock-approval.js'
import { takeStep } from './take-step.js'

/** Writes down how the approved action ended, once. The approver is the one who ran it. */
export async function reportResult(
  transaction: Transaction<Database>,
  environmentId: number,
  id: number,
  result: ApprovalResult,
): Promise<void> {
  await finishApproval(transaction, await lockApproval(transaction, environmentId, id), result)
}

/** The last step of an approval that an agent took. */
export async function finishApproval(
  transaction: Transaction<Database>,
  approval: LockedApproval,
  { status, failure }: ApprovalResult,
): Promise<void> {
  const { deciderId } = approval
  await takeStep(transaction, approval, {
    to: status,
    actor: { initiator: 'service' },
    set: { finished_at: sql<string>`clock_timestamp()`, failure: failure ?? null },
    activity:
      status === 'failed' && deciderId !== null
        ? { action: 'markApprovalAsFailed', userId: deciderId }
        : undefined,
  })
}
