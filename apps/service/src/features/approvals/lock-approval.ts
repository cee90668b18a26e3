import type { Selectable, Transaction } from 'kysely'
import { sql } from 'kysely'
import { NotFoundError } from '../../errors.js'
import type { ApprovalsTable, Database } from '../../store/schema.js'
import type { Approval, ApprovalStatus } from './approval.js'
import { currentStatus } from './approval-filters.js'

/** An approval whose row is locked until the transaction ends. */
export interface LockedApproval {
  readonly id: number
  readonly environmentId: number
  readonly projectId: number
  readonly status: ApprovalStatus
  readonly collectionName: string
  readonly actionName: string
  readonly recordIds: readonly string[]
  readonly inputs: Approval['inputs']
  readonly requesterId: number
  readonly deciderId: number | null
  readonly teamName: string
}

/** Locks an approval, so that one transaction at a time changes it. */
export async function lockApproval(
  transaction: Transaction<Database>,
  environmentId: number,
  id: number,
): Promise<LockedApproval> {
  const row = await selectApproval(transaction)
    .where('approvals.environment_id', '=', environmentId)
    .where('approvals.id', '=', id)
    .forNoKeyUpdate('approvals')
    .executeTakeFirst()
  if (!row) throw noSuchApproval(id)
  return toLockedApproval(row, row.current_status)
}

/** For each waiting status, the condition under which an approval is overdue. */
const overdue = {
  pending: sql<boolean>`approvals.expires_at <= clock_timestamp()`,
  claimed: sql<boolean>`approvals.claimed_at <= clock_timestamp() - interval '1 hour'`,
} as const

/** Locks an overdue approval and skips those locked by other transactions. */
export async function lockOverdueApproval(
  transaction: Transaction<Database>,
  status: keyof typeof overdue,
): Promise<LockedApproval | undefined> {
  const row = await selectApproval(transaction)
    .where('approvals.status', '=', status)
    .where(overdue[status])
    .limit(1)
    .forNoKeyUpdate('approvals')
    .skipLocked()
    .executeTakeFirst()
  return row && toLockedApproval(row, status)
}

/** The same error for an approval that does not exist and for one this person may not see. */
export const noSuchApproval = (id: number): NotFoundError =>
  new NotFoundError(`There is no approval ${id} in this environment.`)

function selectApproval(transaction: Transaction<Database>) {
  return transaction
    .selectFrom('approvals')
    .innerJoin('teams', 'teams.id', 'approvals.team_id')
    .selectAll('approvals')
    .select(['teams.project_id', 'teams.name as team_name', currentStatus.as('current_status')])
}

type Row = Selectable<ApprovalsTable> & { readonly project_id: number; readonly team_name: string }

function toLockedApproval(row: Row, status: ApprovalStatus): LockedApproval {
  return {
    id: row.id,
    environmentId: row.environment_id,
    projectId: row.project_id,
    status,
    collectionName: row.collection_name,
    actionName: row.action_name,
    recordIds: row.record_ids,
    inputs: row.inputs as Approval['inputs'],
    requesterId: row.requester_id,
    deciderId: row.decided_by,
    teamName: row.team_name,
  }
}
