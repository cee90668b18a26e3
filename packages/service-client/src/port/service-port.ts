import type { SchemaFile } from '@service/protocol'
import type { ActivityEntry, RefusedEntry } from './activity-entry.js'
import type { CustomizationsPort } from './customizations-port.js'
import type { McpPort } from './mcp-port.js'
import type { Snapshot } from './snapshot.js'

/** The profile a session is made from. */
export interface SignedInUser {
  readonly id: number
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly team: string
  readonly role: string
  /** The session ends when the user's role is another one. */
  readonly roleId?: number
  readonly permissionLevel: string
  readonly tags?: Readonly<Record<string, string>>
  /** The session ends when the service raises it, for example after a change of the password. */
  readonly sessionVersion?: number
}

/** A browser that is about to sign in; the agent keeps what proves that it is the same one later. */
export interface SignInRequest {
  readonly renderingId: number
  /** Comes back with the code. */
  readonly state: string
  /** Must be in the id token. */
  readonly nonce: string
  /** SHA-256 of the verifier that `exchangeCode` is given, as base64url (PKCE, S256). */
  readonly codeChallenge: string
}

/** A browser that came back from signing in. */
export interface SignInAnswer {
  readonly code: string
  readonly renderingId: number
  readonly nonce: string
  readonly codeVerifier: string
}

/** A request that somebody approved, proven to come from the service and not expired. */
export interface ApprovedRequest {
  /** The id of the approval at the service. */
  readonly approvalId: number
  readonly requesterId: number
  /** The body to run instead of the one received: `{ data: { attributes: … } }`. */
  readonly body: Readonly<Record<string, unknown>>
}

/** How an approved action ended. */
export type ApprovalOutcome =
  | { readonly status: 'executed' }
  | { readonly status: 'failed'; readonly failure: string }

/** How the agent stands with the service, for its health check. */
export interface ServiceStatus {
  /** `connected`: rights are current. `stale`: the last good ones serve. `away`: there are none to serve with. */
  readonly state: 'connected' | 'stale' | 'away'
  /** When the rights at hand were last known to be current. */
  readonly asOf?: Date
  /** Why it is not connected, in words fit for strangers. */
  readonly reason?: string
}

/** What the agent needs of the service. */
export interface ServicePort {
  /** It lives and dies with this process: nothing needs to be kept for it on disk. */
  readonly isInProcess?: true
  /** Loads the first snapshot; a service that is away does not make it fail. */
  start(): Promise<void>
  /** Ends what `start` began. */
  stop(): Promise<void>
  /**
   * The current one, at hand without waiting. Its identity changes whenever anything in it does.
   * Throws `ServiceAwayError` (503) while there is none that may be trusted.
   */
  readonly snapshot: Snapshot
  readonly status: ServiceStatus
  /** Calls back after each change of `snapshot`; answers how to stop that. */
  onChange(listener: () => void): () => void
  /** A client says that the scopes of a rendering were edited. */
  refreshRendering(renderingId: number): Promise<void>
  /** Uploads the schema unless the service already holds the one with this hash; `later` when it is away. */
  sendSchema(schema: SchemaFile, hash: string): Promise<'sent' | 'unchanged' | 'later'>
  /** Where a browser signs in; the service sends it back with `state` and a code. */
  authorizationUrl(request: SignInRequest): Promise<string>
  /** Rejects with an error of status 401 when the code is refused, 403 when the rendering is. */
  exchangeCode(answer: SignInAnswer): Promise<SignedInUser>
  /**
   * Writes a batch; an entry whose key was written before is skipped. Resolves with the entries that
   * the service can never take, rejects with `ServiceAwayError` when it is worth another attempt.
   */
  writeActivity(entries: readonly ActivityEntry[]): Promise<readonly RefusedEntry[]>
  /** Rejects with `ApprovalRefusedError` (403) unless the service signed it and it has not expired. */
  readApproval(signedRequest: string): Promise<ApprovedRequest>
  /** Takes an approved request for this agent to run, once: rejects with a 403 when it was taken before. */
  claimApproval(approvalId: number): Promise<void>
  reportApproval(approvalId: number, outcome: ApprovalOutcome): Promise<void>
  /** Absent: it keeps none. */
  readonly customizations?: CustomizationsPort
  /** Absent: AI clients cannot be let in. */
  readonly mcp?: McpPort
}
