import type { Transaction } from 'kysely'
import type { Database } from '../../store/schema.js'
import { hasDecisionRight, isRequester, isVisible, toViewer } from './approval-rules.js'
import { type LockedApproval, noSuchApproval } from './lock-approval.js'
import type { MemberContext } from './member-context.js'

/** What a person may do with an approval. */
export interface ApprovalRelation {
  readonly isRequester: boolean
  readonly isAdmin: boolean
  /** Whether they may decide the request and run the approved action. */
  readonly canDecide: boolean
}

/** Throws "not found" when the person has no relation to the approval. */
export async function findApprovalRelation(
  transaction: Transaction<Database>,
  work: MemberContext,
  { environmentId, id }: LockedApproval,
): Promise<ApprovalRelation> {
  const viewer = toViewer(work)
  const relation = await transaction
    .selectFrom('approvals')
    .select([isRequester(viewer).as('isRequester'), hasDecisionRight(viewer).as('canDecide')])
    .where('approvals.environment_id', '=', environmentId)
    .where('approvals.id', '=', id)
    .where(isVisible(viewer))
    .executeTakeFirst()
  if (!relation) throw noSuchApproval(id)
  return { ...relation, isAdmin: viewer.isAdmin }
}
