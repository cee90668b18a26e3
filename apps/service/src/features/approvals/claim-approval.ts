import { sql, type Transaction } from 'kysely'
import { ConflictError } from '../../errors.js'
import type { Database } from '../../store/schema.js'
import { type LockedApproval, lockApproval } from './lock-approval.js'
import { transitionApproval } from './transition-approval.js'

/** Assigns an approved action to the first agent that requests it; no other agent can run it. */
export async function claimApproval(
  transaction: Transaction<Database>,
  environmentId: number,
  id: number,
): Promise<void> {
  const approval = await lockApproval(transaction, environmentId, id)
  refuseUsed(approval)
  await transitionApproval(transaction, approval, {
    to: 'claimed',
    actor: { initiator: 'service' },
    set: { claimed_at: sql<string>`clock_timestamp()` },
  })
}

/** Throws when an agent has already claimed the approval. */
export function refuseUsed({ status }: LockedApproval): void {
  if (status === 'claimed' || status === 'executed' || status === 'failed') {
    throw new ConflictError(
      `The approved action was already claimed; it is ${status}.`,
      'approval_used',
    )
  }
}
