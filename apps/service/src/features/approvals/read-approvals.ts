import { type Kysely, sql } from 'kysely'
import type { Database } from '../../store/schema.js'
import { decidableActions, readRights } from './action-rights.js'
import type { Approval, ApprovalStatus } from './approval.js'

/** The person who reads: people see their own requests and those they may decide; admins see all. */
interface Viewer {
  readonly userId: number
  readonly roleId: number
  readonly isAdmin: boolean
}

/** Which approvals. */
export interface ApprovalSearch {
  readonly environmentId: number
  /** Absent: all approvals are visible. */
  readonly viewer?: Viewer
  readonly id?: number
  readonly status?: ApprovalStatus
  /** Continues below this id. */
  readonly beforeId?: number
  readonly limit?: number
}

/** The current status: a request not decided in time counts as expired even before it is marked. */
export const currentStatus = sql<ApprovalStatus>`case
  when approvals.status = 'pending' and approvals.expires_at <= clock_timestamp() then 'expired'
  else approvals.status end`

/** Reads the approvals of an environment, newest first. */
export async function readApprovals(
  db: Kysely<Database>,
  search: ApprovalSearch,
): Promise<Approval[]> {
  const rows = await (await selectRows(db, search)).execute()
  const comments = await readComments(
    db,
    search.environmentId,
    rows.map(row => row.id),
  )
  return rows.map(row => ({
    id: row.id,
    status: row.current_status,
    collectionName: row.collection_name,
    actionName: row.action_name,
    recordIds: row.record_ids,
    inputs: row.inputs as Approval['inputs'],
    requester: { id: row.requester_id, username: row.username, email: row.email },
    team: { id: row.team_id, name: row.team_name },
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    decidedBy:
      row.decided_by === null || row.decider_name === null || row.decider_email === null
        ? null
        : { id: row.decided_by, username: row.decider_name, email: row.decider_email },
    decidedAt: row.decided_at,
    claimedAt: row.claimed_at,
    finishedAt: row.finished_at,
    failure: row.failure,
    comments: comments.get(row.id) ?? [],
  }))
}

async function selectRows(db: Kysely<Database>, search: ApprovalSearch) {
  const { environmentId, viewer, id, status, beforeId, limit } = search
  let query = db
    .selectFrom('approvals')
    .innerJoin('users', 'users.id', 'approvals.requester_id')
    .innerJoin('teams', 'teams.id', 'approvals.team_id')
    .leftJoin('users as deciders', 'deciders.id', 'approvals.decided_by')
    .selectAll('approvals')
    .select(['users.username', 'users.email', 'teams.name as team_name'])
    .select(['deciders.username as decider_name', 'deciders.email as decider_email'])
    .select(currentStatus.as('current_status'))
    .where('approvals.environment_id', '=', environmentId)
    .orderBy('approvals.id', 'desc')
  if (id !== undefined) query = query.where('approvals.id', '=', id)
  if (beforeId !== undefined) query = query.where('approvals.id', '<', beforeId)
  if (limit !== undefined) query = query.limit(limit)
  if (status !== undefined) {
    query = query
      .where('approvals.status', 'in', status === 'expired' ? ['expired', 'pending'] : [status])
      .where(currentStatus, '=', status)
  }
  if (viewer && !viewer.isAdmin) {
    const rights = await readRights(db, environmentId, viewer.roleId)
    query = query.where(isVisibleTo(viewer, decidableActions(rights)))
  }
  return query
}

function isVisibleTo(viewer: Viewer, actions: ReturnType<typeof decidableActions>) {
  return sql<boolean>`(approvals.requester_id = ${viewer.userId}
    or (approvals.collection_name, approvals.action_name) in (
      select * from unnest(${actions.collectionNames}::text[], ${actions.actionNames}::text[])))`
}

async function readComments(db: Kysely<Database>, environmentId: number, ids: readonly number[]) {
  const byApproval = new Map<number, Approval['comments']>()
  if (ids.length === 0) return byApproval
  const rows = await db
    .selectFrom('approval_comments')
    .innerJoin('users', 'users.id', 'approval_comments.user_id')
    .select(['approval_comments.id', 'approval_id', 'comment', 'approval_comments.created_at'])
    .select(['users.id as user_id', 'users.username', 'users.email'])
    .where('environment_id', '=', environmentId)
    .where('approval_id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('approval_comments.id')
    .execute()
  for (const row of rows) {
    const list = byApproval.get(row.approval_id) ?? []
    list.push({
      id: row.id,
      user: { id: row.user_id, username: row.username, email: row.email },
      comment: row.comment,
      createdAt: row.created_at,
    })
    byApproval.set(row.approval_id, list)
  }
  return byApproval
}
