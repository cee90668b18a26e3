import type { Transaction } from 'kysely'
import type { Database } from '../../store/schema.js'
import { rightsOnAction } from '../roles/rights.js'
import { readRights } from './action-rights.js'
import { type LockedApproval, noSuchApproval } from './lock-approval.js'
import type { MemberContext } from './request-approval.js'

/** What a person may do with an approval. */
export interface ApprovalRelation {
  readonly isRequester: boolean
  readonly isAdmin: boolean
  readonly mayApprove: boolean
  readonly maySelfApprove: boolean
}

/** Whether a person may decide the request and run the approved action. */
export const canDecide = ({
  isRequester,
  mayApprove,
  maySelfApprove,
}: ApprovalRelation): boolean => (isRequester ? maySelfApprove : mayApprove)

/** Throws "not found" when the person has no relation to the approval. */
export async function findApprovalRelation(
  transaction: Transaction<Database>,
  { environment, person, member }: MemberContext,
  approval: LockedApproval,
): Promise<ApprovalRelation> {
  const rights = rightsOnAction(
    await readRights(transaction, environment.id, member.roleId),
    approval.collectionName,
    approval.actionName,
  )
  const relation = {
    isRequester: approval.requesterId === person.id,
    isAdmin: member.level === 'admin',
    mayApprove: rights?.approve ?? false,
    maySelfApprove: rights?.selfApprove ?? false,
  }
  if (!Object.values(relation).includes(true)) throw noSuchApproval(approval.id)
  return relation
}
