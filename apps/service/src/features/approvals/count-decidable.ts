import { type RawBuilder, sql } from 'kysely'

/** A person in an environment of a project. */
export interface Decider {
  readonly projectId: number
  readonly environmentId: number
  readonly userId: number
}

/**
 * The number of open requests that a person may decide on, as an expression: the rules of `canDecide`, for
 * all requests of an environment in one query.
 */
export const countDecidableApprovals = ({
  projectId,
  environmentId,
  userId,
}: Decider): RawBuilder<number> => sql<number>`(
  select count(*) from approvals
  join members on members.project_id = ${projectId} and members.user_id = ${userId}
  join role_rights on role_rights.environment_id = approvals.environment_id
    and role_rights.role_id = members.role_id
  where approvals.environment_id = ${environmentId}
    and approvals.status = 'pending' and approvals.expires_at > clock_timestamp()
    and (rights #>> array['collections', approvals.collection_name, 'actions', approvals.action_name,
      case when approvals.requester_id = ${userId} then 'selfApprove' else 'approve' end]) = 'true')`
