import type { SchemaFile } from '@service/protocol'
import type { ActivityEntry, RefusedEntry } from './activity-entry.js'
import type { CustomizationsPort } from './customizations-port.js'
import type { McpPort } from './mcp-port.js'
import type { PanelPort } from './panel-port.js'
import type { SignedInUser } from './signed-in-user.js'
import type { Snapshot } from './snapshot.js'

/** Starts a sign-in. The agent stores the state and the code verifier until the browser returns. */
export interface SignInRequest {
  readonly renderingId: number
  /** Returned with the code. */
  readonly state: string
  /** Must be in the id token. */
  readonly nonce: string
  /** SHA-256 of the code verifier passed to `exchangeCode`, as base64url (PKCE, S256). */
  readonly codeChallenge: string
}

/** A browser that returned from signing in. */
export interface SignInAnswer {
  readonly code: string
  readonly renderingId: number
  readonly nonce: string
  readonly codeVerifier: string
}

/** An approved request, verified to be signed by the service and not expired. */
export interface ApprovedRequest {
  /** The id of the approval at the service. */
  readonly approvalId: number
  readonly requesterId: number
  /** The body to run instead of the received one: `{ data: { attributes: … } }`. */
  readonly body: Readonly<Record<string, unknown>>
}

/** How an approved action ended. */
export type ApprovalOutcome =
  | { readonly status: 'executed' }
  | { readonly status: 'failed'; readonly failure: string }

/** State of the connection to the service, for the health check. */
export interface ServiceStatus {
  /**
   * `connected`: permissions are current. `stale`: the last ones are in use. `away`: none can be
   * used.
   */
  readonly state: 'connected' | 'stale' | 'away'
  /** When the service last confirmed the permissions in use. */
  readonly asOf?: Date
  /**
   * Why the agent is not connected. Shown in the public health check, so it contains no URLs or
   * secrets.
   */
  readonly reason?: string
}

/** What the agent requires of the service. */
export interface ServicePort {
  /** True when the service ends with this process, so that nothing is stored on disk for it. */
  readonly isInProcess?: true
  /** Loads the first snapshot; resolves even if the service is unavailable. */
  start(): Promise<void>
  /** Stops everything that `start` started. */
  stop(): Promise<void>
  /**
   * The current snapshot; every change creates a new object. Throws `ServiceAwayError` (503) while
   * there is none, or only one that is too old.
   */
  readonly snapshot: Snapshot
  readonly status: ServiceStatus
  /** Calls back after each change of `snapshot`; returns the function that unsubscribes. */
  onChange(listener: () => void): () => void
  /** Reloads a rendering after a client reported that its scopes were edited. */
  refreshRendering(renderingId: number): Promise<void>
  /**
   * Uploads the schema unless the service already has the one with this hash; `later` when the
   * service is unavailable.
   */
  sendSchema(schema: SchemaFile, hash: string): Promise<'sent' | 'unchanged' | 'later'>
  /** URL where a browser signs in; the service redirects it back with `state` and a code. */
  authorizationUrl(request: SignInRequest): Promise<string>
  /**
   * Rejects with status 401 when the code is invalid, with 403 when the user may not open the
   * rendering.
   */
  exchangeCode(answer: SignInAnswer): Promise<SignedInUser>
  /**
   * Writes a batch; the service skips entries whose key it already has. Resolves with the entries
   * it rejects for good, rejects with `ServiceAwayError` when the batch should be sent again.
   */
  writeActivity(entries: readonly ActivityEntry[]): Promise<readonly RefusedEntry[]>
  /**
   * Rejects with `ApprovalRefusedError` (403) unless the service signed the request and it has not
   * expired.
   */
  readApproval(signedRequest: string): Promise<ApprovedRequest>
  /**
   * Reserves an approved request for this agent; rejects with a 403 when it was already claimed.
   */
  claimApproval(approvalId: number): Promise<void>
  reportApproval(approvalId: number, outcome: ApprovalOutcome): Promise<void>
  /** Absent when the service stores no customizations. */
  readonly customizations?: CustomizationsPort
  /** Absent when AI clients cannot be given access. */
  readonly mcp?: McpPort
  /** Absent when the service has no panel. */
  readonly panel?: PanelPort
}
