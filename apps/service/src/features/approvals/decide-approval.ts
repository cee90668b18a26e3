import { sql, type Transaction } from 'kysely'
import { ForbiddenError } from '../../errors.js'
import { queueNotifications } from '../../mail/queue-mail.js'
import type { Database } from '../../store/schema.js'
import { type ApprovalRelation, findApprovalRelation } from './approval-relation.js'
import { insertComment } from './insert-comment.js'
import { lockApproval } from './lock-approval.js'
import type { MemberContext } from './member-context.js'
import { transitionApproval } from './transition-approval.js'

interface Rule {
  readonly to: 'approved' | 'rejected' | 'cancelled'
  readonly action?: 'approveApproval' | 'rejectApproval'
  /** Whether a person who can see the approval may make this decision. */
  readonly isAllowed: (relation: ApprovalRelation) => boolean
  readonly refusal: string
}

const rules = {
  approve: {
    to: 'approved',
    action: 'approveApproval',
    isAllowed: ({ canDecide }) => canDecide,
    refusal: 'Your role may not approve this action, or not your own requests.',
  },
  reject: {
    to: 'rejected',
    action: 'rejectApproval',
    isAllowed: ({ canDecide }) => canDecide,
    refusal: 'Your role may not decide on this action, or not on your own requests.',
  },
  cancel: {
    to: 'cancelled',
    isAllowed: ({ isRequester, isAdmin }) => isRequester || isAdmin,
    refusal: 'Only the person who requested an approval, or an admin, may cancel it.',
  },
} as const satisfies Readonly<Record<string, Rule>>

export type ApprovalDecision = keyof typeof rules

/** Approves, rejects or cancels. Of several concurrent decisions the first wins. */
export async function decideApproval(
  transaction: Transaction<Database>,
  work: MemberContext,
  id: number,
  decision: ApprovalDecision,
  comment: string | undefined,
): Promise<void> {
  const { person } = work
  const rule: Rule = rules[decision]
  const approval = await lockApproval(transaction, work.environment.id, id)
  if (!rule.isAllowed(await findApprovalRelation(transaction, work, approval))) {
    throw new ForbiddenError(rule.refusal, 'approval_not_allowed')
  }
  await insertComment(transaction, approval, person, comment)
  await transitionApproval(transaction, approval, {
    to: rule.to,
    actor: { initiator: 'administrator', person },
    set: { decided_by: person.id, decided_at: sql<string>`clock_timestamp()` },
    activity: rule.action && { action: rule.action, userId: person.id },
  })
  if (approval.requesterId === person.id) return
  await queueNotifications(
    transaction,
    { kind: 'decision', environmentId: approval.environmentId, subjectId: id },
    sql`select ${approval.requesterId}::bigint`,
  )
}

/** Adds a comment by a person who can see the approval. */
export async function commentApproval(
  transaction: Transaction<Database>,
  work: MemberContext,
  id: number,
  comment: string,
): Promise<void> {
  const approval = await lockApproval(transaction, work.environment.id, id)
  await findApprovalRelation(transaction, work, approval)
  await insertComment(transaction, approval, work.person, comment)
}
