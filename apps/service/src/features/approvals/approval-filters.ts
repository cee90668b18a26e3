import { type RawBuilder, sql } from 'kysely'
import { type Comparison, comparisons } from '../../http/listing/instant-parameter.js'
import type { ApprovalStatus } from './approval.js'
import type { ApprovalsQuery } from './approvals-query.js'

/** The filters of the list; all are optional. */
export type ApprovalFilters = Omit<ApprovalsQuery, 'limit' | 'cursor' | 'view'>

/** The current status: a request not decided in time counts as expired even before it is marked. */
export const currentStatus = sql<ApprovalStatus>`case
  when approvals.status = 'pending' and approvals.expires_at <= clock_timestamp() then 'expired'
  else approvals.status end`

const columns = {
  actionName: 'approvals.action_name',
  collectionName: 'approvals.collection_name',
  requesterId: 'approvals.requester_id',
} as const

/** The conditions that the given filters stand for. */
export function* buildConditions(filters: ApprovalFilters): Generator<RawBuilder<boolean>> {
  for (const [name, column] of Object.entries(columns)) {
    const value = filters[name as keyof typeof columns]
    if (value !== undefined) yield sql<boolean>`${sql.ref(column)} = ${value}`
  }
  for (const [name, operator] of Object.entries(comparisons)) {
    const bound = filters[`createdAt.${name as Comparison}`]
    if (bound) yield sql<boolean>`approvals.created_at ${sql.raw(operator)} ${bound.value}`
  }
  if (filters.status !== undefined) yield hasStatus(filters.status)
}

/** The first condition can use an index on the status. */
function hasStatus(status: ApprovalStatus): RawBuilder<boolean> {
  const stored = status === 'expired' ? ['expired', 'pending'] : [status]
  return sql<boolean>`(approvals.status = any(${stored}::text[]) and ${currentStatus} = ${status})`
}
