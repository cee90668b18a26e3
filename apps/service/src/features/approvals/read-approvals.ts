import type { Kysely } from 'kysely'
import type { Database } from '../../store/schema.js'
import type { Approval, MemberApproval } from './approval.js'
import { type ApprovalFilters, buildConditions, currentStatus } from './approval-filters.js'
import { isVisible, mayDecide, mayRun, type Viewer } from './approval-rules.js'
import { type ApprovalView, approvalViews } from './approval-views.js'
import { readComments } from './read-comments.js'

/** Which approvals of an environment. */
interface ApprovalSearch {
  readonly id?: number
  readonly filters?: ApprovalFilters
  /** Continues below this id. */
  readonly beforeId?: number
  readonly limit?: number
}

/** Reads the approvals of an environment, newest first. */
export async function readApprovals(
  db: Kysely<Database>,
  environmentId: number,
  search: ApprovalSearch,
): Promise<Approval[]> {
  const rows = await selectApprovals(db, environmentId, search).execute()
  return toApprovals(db, environmentId, rows)
}

/** Reads the approvals that a member may see, and whether they may decide on each, newest first. */
export async function readMemberApprovals(
  db: Kysely<Database>,
  viewer: Viewer,
  { view, ...search }: ApprovalSearch & { readonly view?: ApprovalView },
): Promise<MemberApproval[]> {
  const { environmentId } = viewer
  let query = selectApprovals(db, environmentId, search)
    .select([mayDecide(viewer).as('may_decide'), mayRun(viewer).as('may_run')])
    .where(isVisible(viewer))
  if (view) query = query.where(approvalViews[view](viewer))
  const rows = await query.execute()
  const approvals = await toApprovals(db, environmentId, rows)
  return rows.map((row, index) => ({
    ...approvals[index]!,
    mayDecide: row.may_decide,
    mayRun: row.may_run,
  }))
}

/** The query for approvals with the names in them, newest first. */
function selectApprovals(
  db: Kysely<Database>,
  environmentId: number,
  { id, filters = {}, beforeId, limit }: ApprovalSearch,
) {
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
  for (const condition of buildConditions(filters)) query = query.where(condition)
  return query
}

type ApprovalRow = Awaited<ReturnType<ReturnType<typeof selectApprovals>['execute']>>[number]

async function toApprovals(
  db: Kysely<Database>,
  environmentId: number,
  rows: readonly ApprovalRow[],
): Promise<Approval[]> {
  const ids = rows.map(row => row.id)
  const comments = await readComments(db, environmentId, ids)
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
