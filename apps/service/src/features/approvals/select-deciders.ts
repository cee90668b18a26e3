import { type RawBuilder, sql } from 'kysely'
import { mayDecide } from './approval-rules.js'

interface ApprovalPath {
  readonly id: number
  readonly environmentId: number
  readonly projectId: number
}

/** Selects the ids of the people whose decision a request waits for, without the one who made it. */
export function selectDeciders({
  id,
  environmentId,
  projectId,
}: ApprovalPath): RawBuilder<unknown> {
  const decider = {
    environmentId,
    userId: sql<number>`members.user_id`,
    roleId: sql<number>`members.role_id`,
  }
  return sql`
    select members.user_id from members, approvals
    where members.project_id = ${projectId} and members.user_id <> approvals.requester_id
      and approvals.environment_id = ${environmentId} and approvals.id = ${id}
      and ${mayDecide(decider)}`
}
