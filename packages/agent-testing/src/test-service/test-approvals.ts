import type { ApprovalRequest } from '@service/agent-client'
import type { ApprovalOutcome } from '@service/service-client'

/** An approval request and its status. */
export interface RecordedApproval {
  readonly id: number
  readonly collection: string
  readonly action: string
  readonly requesterId: number
  readonly message: string
  readonly body: Readonly<Record<string, unknown>>
  /** `approved`: signed, not executed yet. */
  readonly status: 'pending' | 'approved' | ApprovalOutcome['status']
  readonly failure?: string
}

export type NewApproval = ApprovalRequest & { readonly requesterId: number }

/** Stores the approval requests. */
export interface TestApprovals {
  readonly approvals: readonly RecordedApproval[]
  request(request: NewApproval): { readonly id: number }
  /** What the approver's browser sends to the agent: the same text at each call. */
  approve(id: number): Promise<string>
  report(id: number, outcome: ApprovalOutcome): void
  find(id: number): RecordedApproval
}

/** `sign` signs with the key of the service. */
export function createTestApprovals(
  sign: (approval: RecordedApproval) => Promise<string>,
): TestApprovals {
  const approvals = new Map<number, RecordedApproval>()
  const signed = new Map<number, Promise<string>>()
  const find = (id: number): RecordedApproval => {
    const found = approvals.get(id)
    if (found) return found
    throw new RangeError(`There is no request for approval with the id ${id}.`)
  }
  const change = (id: number, patch: Partial<RecordedApproval>) =>
    approvals.set(id, { ...find(id), ...patch })
  return {
    get approvals() {
      return [...approvals.values()]
    },
    find,
    request({ collection, action, body, message, requesterId }) {
      const id = approvals.size + 1
      const asked = { id, collection, action, requesterId, message, status: 'pending' } as const
      approvals.set(id, { ...asked, body: named(body, collection, action) })
      return { id }
    },
    approve(id) {
      if (find(id).status === 'pending') change(id, { status: 'approved' })
      const text = signed.get(id) ?? sign(find(id))
      signed.set(id, text)
      return text
    },
    report(id, outcome) {
      if (approvals.has(id)) change(id, outcome)
    },
  }
}

/** Adds the names that the agent checks, so that an approval of one action cannot run another. */
function named(
  body: Readonly<Record<string, unknown>>,
  collection: string,
  action: string,
): Readonly<Record<string, unknown>> {
  const { data } = body as { readonly data: { readonly attributes: object } }
  const attributes = { ...data.attributes, collection_name: collection, action_name: action }
  return { ...body, data: { ...data, type: 'custom-action-requests', attributes } }
}
