import type { RequestOptions } from '../http/transport.js'

/** A request to run an action that somebody has to approve first. */
export interface ApprovalRequest {
  readonly collection: string
  readonly action: string
  /** What the agent was sent: `{ data: { attributes } }`. */
  readonly body: Readonly<Record<string, unknown>>
  readonly message: string
}

/** Brings a request before those who may approve it, and tells its id. */
export type RequestApproval = (
  request: ApprovalRequest,
) => Promise<{ readonly id: string | number } | undefined>

export interface ExecuteOptions extends RequestOptions {
  /** What the service gave to somebody who approved: it runs instead of the form. */
  readonly signedApprovalRequest?: string
  /** When the action needs an approval, ask for one with these words instead of failing. */
  readonly approvalRequestMessage?: string
}
