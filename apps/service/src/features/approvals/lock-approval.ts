import type { Selectable, Transaction } from 'kysely'
import { sql } from 'kysely'
import { NotFoundError } from '../../errors.js'
import type { ApprovalsTable, Database } from '../../store/schema.js'
import type { ApprovalStatus } from './approval.js'
import { currentStatus } from './read-approvals.js'

/** An approval that is ours until the transaction ends. */
export interface LockedApproval {
  readonly id: number
  readonly environmentId: number
  readonly projectId: number
  readonly status: ApprovalStatus
  readonly collectionName: string
  readonly actionName: string
  readonly recordIds: readonly string[]
  readonly requesterId: number
  readonly deciderId: number | null
  readonly teamName: string
}

/** Lets one transaction at a time work on an approval. */
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
  return lockedOf(row, row.current_status)
}

/** Takes an approval that nobody decided in time and that no other transaction works on. */
export async function lockOverdueApproval(
  transaction: Transaction<Database>,
): Promise<LockedApproval | undefined> {
  const row = await selectApproval(transaction)
    .where('approvals.status', '=', 'pending')
    .where('approvals.expires_at', '<=', sql<string>`clock_timestamp()`)
    .limit(1)
    .forNoKeyUpdate('approvals')
    .skipLocked()
    .executeTakeFirst()
  return row && lockedOf(row, 'pending')
}

/** What is answered for an approval that does not exist, or not for this person. */
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

function lockedOf(row: Row, status: ApprovalStatus): LockedApproval {
  return {
    id: row.id,
    environmentId: row.environment_id,
    projectId: row.project_id,
    status,
    collectionName: row.collection_name,
    actionName: row.action_name,
    recordIds: row.record_ids,
    requesterId: row.requester_id,
    deciderId: row.decided_by,
    teamName: row.team_name,
  }
}
