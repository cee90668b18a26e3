import type { Transaction, UpdateObject } from 'kysely'
import { ConflictError } from '../../errors.js'
import type { Database } from '../../store/schema.js'
import type { ActivityLogAction } from '../activity-logs/activity-log-actions.js'
import { writeActivityLogs } from '../activity-logs/write-activity-logs.js'
import { type Actor, writeAdminLog } from '../admin-logs/write-admin-log.js'
import type { ApprovalStatus } from './approval.js'
import type { LockedApproval } from './lock-approval.js'

/** The states that can follow each state of an approval. */
const transitions: Readonly<Record<ApprovalStatus, readonly ApprovalStatus[]>> = {
  pending: ['approved', 'rejected', 'cancelled', 'expired'],
  approved: ['claimed'],
  claimed: ['executed', 'failed'],
  rejected: [],
  cancelled: [],
  expired: [],
  executed: [],
  failed: [],
}

/** One state transition of an approval. */
export interface ApprovalTransition {
  readonly to: ApprovalStatus
  readonly actor: Actor
  /** Further columns to update. */
  readonly set?: UpdateObject<Database, 'approvals'>
  /** The entry for the activity log. Absent for transitions that have no matching action there. */
  readonly activity?: Activity
}

interface Activity {
  readonly action: ActivityLogAction
  readonly userId: number
}

/**
 * Moves an approval to its next state, if that transition is allowed, and writes both logs. Locks are always
 * taken in this order: the approval, the activity log, the admin log.
 */
export async function transitionApproval(
  transaction: Transaction<Database>,
  approval: LockedApproval,
  { to, actor, set, activity }: ApprovalTransition,
): Promise<void> {
  if (!transitions[approval.status].includes(to)) {
    throw new ConflictError(
      `The approval is ${approval.status}; it cannot become ${to}.`,
      'wrong_state',
    )
  }
  await transaction
    .updateTable('approvals')
    .set({ ...set, status: to })
    .where('environment_id', '=', approval.environmentId)
    .where('id', '=', approval.id)
    .execute()
  if (activity) await logActivity(transaction, approval, activity)
  const { id } = approval
  await writeAdminLog(transaction, {
    projectId: approval.projectId,
    actor,
    type: 'update',
    resource: 'approval',
    previousValue: { object: 'approval', id, status: approval.status },
    newValue: { object: 'approval', id, status: to },
  })
}

/** Writes an action on an approval to the activity log. */
export async function logActivity(
  transaction: Transaction<Database>,
  approval: Pick<
    LockedApproval,
    'environmentId' | 'projectId' | 'actionName' | 'collectionName' | 'recordIds' | 'teamName'
  >,
  { action, userId }: Activity,
): Promise<void> {
  const environment = { id: approval.environmentId, projectId: approval.projectId }
  await writeActivityLogs(transaction, environment, [
    {
      type: 'write',
      action,
      label: approval.actionName,
      recordIds: approval.recordIds,
      userId,
      teamName: approval.teamName,
      collectionName: approval.collectionName,
    },
  ])
}
