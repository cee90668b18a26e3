import type { RequestOptions } from '../http/transport.js'

/** A request to run an action that needs an approval. */
export interface ApprovalRequest {
  readonly collection: string
  readonly action: string
  /** The body that was sent to the agent: `{ data: { attributes } }`. */
  readonly body: Readonly<Record<string, unknown>>
  readonly message: string
}

/** Submits a request for approval and returns its id. */
export type RequestApproval = (
  request: ApprovalRequest,
) => Promise<{ readonly id: string | number } | undefined>

export interface ExecuteOptions extends RequestOptions {
  /** The signed request that the service returned after approval; it runs instead of the form. */
  readonly signedApprovalRequest?: string
  /** When the action needs an approval, submit a request with this message instead of failing. */
  readonly approvalRequestMessage?: string
}
