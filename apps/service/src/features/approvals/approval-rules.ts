import { type RawBuilder, sql } from 'kysely'
import type { MemberContext } from './member-context.js'

/** A person who may decide on approvals of an environment. */
export interface Decider {
  /** Each is an id, or an expression that finds it. */
  readonly environmentId: number | RawBuilder<number>
  readonly userId: number | RawBuilder<number>
  readonly roleId: number | RawBuilder<number>
}

/** A person who reads the approvals of an environment. */
export interface Viewer extends Decider {
  readonly environmentId: number
  readonly isAdmin: boolean
}

export const toViewer = ({ environment, person, member }: MemberContext): Viewer => ({
  environmentId: environment.id,
  userId: person.id,
  roleId: member.roleId,
  isAdmin: member.level === 'admin',
})

/** Whether a request still waits for a decision. */
export const isOpen = sql<boolean>`(approvals.status = 'pending'
  and approvals.expires_at > clock_timestamp())`

/** Whether a person requested the approval. */
export const isRequester = ({ userId }: Decider): RawBuilder<boolean> =>
  sql<boolean>`(approvals.requester_id = ${userId})`

/** Whether the role of a person allows them to decide on a request, and to run the approved action. */
export const hasDecisionRight = (decider: Decider): RawBuilder<boolean> => sql<boolean>`(case
  when ${isRequester(decider)} then ${hasRight(decider, 'selfApprove')}
  else ${hasRight(decider, 'approve')} end)`

/** Whether a person may approve or reject the request now. */
export const mayDecide = (decider: Decider): RawBuilder<boolean> =>
  sql<boolean>`(${isOpen} and ${hasDecisionRight(decider)})`

/** Whether a person may run the approved action now. */
export const mayRun = (decider: Decider): RawBuilder<boolean> =>
  sql<boolean>`(approvals.status = 'approved' and ${hasDecisionRight(decider)})`

/** People see their own requests and those of actions they may approve; admins see all. */
export const isVisible = (viewer: Viewer): RawBuilder<boolean> =>
  viewer.isAdmin
    ? sql<boolean>`true`
    : sql<boolean>`(${isRequester(viewer)} or ${hasRight(viewer, 'approve')}
        or ${hasRight(viewer, 'selfApprove')})`

/** The sub-select depends on no row, so PostgreSQL reads the rights once per statement. */
const hasRight = (
  { environmentId, roleId }: Decider,
  right: 'approve' | 'selfApprove',
): RawBuilder<boolean> => sql<boolean>`((approvals.collection_name, approvals.action_name) in (
  select collection.key, action.key
  from role_rights, jsonb_each(rights -> 'collections') collection,
    jsonb_each(collection.value -> 'actions') action
  where role_rights.environment_id = ${environmentId} and role_rights.role_id = ${roleId}
    and action.value ->> ${right} = 'true'))`
