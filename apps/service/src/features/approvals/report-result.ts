import { sql, type Transaction } from 'kysely'
import type { Database } from '../../store/schema.js'
import type { ApprovalResult } from './approval.js'
import { type LockedApproval, lockApproval } from './lock-approval.js'
import { transitionApproval } from './transition-approval.js'

/** Records the result of an approved action, once. The approver is logged as the person who ran it. */
export async function reportResult(
  transaction: Transaction<Database>,
  environmentId: number,
  id: number,
  result: ApprovalResult,
): Promise<void> {
  await finishApproval(transaction, await lockApproval(transaction, environmentId, id), result)
}

/** Records the final state of a claimed approval. */
export async function finishApproval(
  transaction: Transaction<Database>,
  approval: LockedApproval,
  { status, failure }: ApprovalResult,
): Promise<void> {
  const { deciderId } = approval
  await transitionApproval(transaction, approval, {
    to: status,
    actor: { initiator: 'service' },
    set: { finished_at: sql<string>`clock_timestamp()`, failure: failure ?? null },
    activity:
      status === 'failed' && deciderId !== null
        ? { action: 'markApprovalAsFailed', userId: deciderId }
        : undefined,
  })
}
