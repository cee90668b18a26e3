/** Where a request for approval stands. */
export type ApprovalStatus =
  | 'pending'
  | 'approved'
  | 'rejected'
  | 'cancelled'
  | 'expired'
  | 'claimed'
  | 'executed'
  | 'failed'

export interface ApprovalPerson {
  readonly id: number
  readonly username: string
  readonly email: string
}

/** A value that was entered in the form of the action. */
export interface ApprovalInput {
  readonly name: string
  readonly type: string
  readonly value?: unknown
}

/** A request to run an action that somebody has to approve, as the person reads it. */
export interface Approval {
  readonly id: number
  readonly status: ApprovalStatus
  readonly collectionName: string
  readonly actionName: string
  /** Empty for a global action. */
  readonly recordIds: readonly string[]
  readonly inputs: readonly ApprovalInput[]
  readonly requester: ApprovalPerson
  readonly team: { readonly id: number; readonly name: string }
  readonly createdAt: string
  readonly expiresAt: string
  readonly decidedBy: ApprovalPerson | null
  readonly decidedAt: string | null
  readonly claimedAt: string | null
  readonly finishedAt: string | null
  /** Why the action failed. */
  readonly failure: string | null
  readonly comments: readonly ApprovalComment[]
  /** Whether the person may approve or reject it now. */
  readonly mayDecide: boolean
  /** Whether it is approved, has not run, and the person may run it. */
  readonly mayRun: boolean
}

interface ApprovalComment {
  readonly id: number
  readonly user: ApprovalPerson
  readonly comment: string
  readonly createdAt: string
}

/** What the person can do with a request. */
export interface ApprovalChoices {
  /** Approve and run in one step. */
  readonly canApprove: boolean
  readonly canReject: boolean
  /** Run what was approved and has not run. */
  readonly canRun: boolean
  /** Take back a request. */
  readonly canCancel: boolean
}

/** Whoever looks at a request. */
export interface ApprovalReader {
  readonly id: number
  readonly isAdmin: boolean
}

/**
 * Returns what somebody can do with a request. The service and the agent check it again.
 *
 * @example
 * listChoices(approval, { id: 1, isAdmin: false }).canApprove
 */
export function listChoices(approval: Approval, reader: ApprovalReader): ApprovalChoices {
  const isOwn = approval.requester.id === reader.id
  return {
    canApprove: approval.mayDecide,
    canReject: approval.mayDecide,
    canRun: approval.mayRun,
    // An administrator who may decide rejects instead.
    canCancel: approval.status === 'pending' && (isOwn || (reader.isAdmin && !approval.mayDecide)),
  }
}

/** Whether the action can still run: what its records are like matters until then. */
export function isOpen({ status }: Pick<Approval, 'status'>): boolean {
  return status === 'pending' || status === 'approved'
}
