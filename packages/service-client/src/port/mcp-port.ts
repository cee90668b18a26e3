/** A program that asks for access to an agent in the name of a person, as it registered (RFC 7591). */
export interface OAuthClient {
  readonly clientId: string
  readonly clientName?: string
  readonly redirectUris: readonly string[]
}

/** A client sent a browser to be asked whether it may have access. */
export interface GrantRequest {
  readonly clientId: string
  readonly redirectUri: string
  /** SHA-256 of the verifier that the code is exchanged with, as base64url (PKCE, S256). */
  readonly codeChallenge: string
  readonly scopes: readonly string[]
  /** The address of the agent's MCP endpoint: what is granted is good there alone (RFC 8707). */
  readonly resource: string
  readonly state?: string
}

/** A client that came back with a code. */
export interface GrantCode {
  readonly clientId: string
  readonly code: string
  readonly codeVerifier: string
  readonly redirectUri?: string
}

/** What a person let a client do, for as long as it lasts. */
export interface Grant {
  /** Stays the same through every refresh: what is revoked is named by it. */
  readonly grantId: string
  readonly userId: number
  readonly renderingId: number
  readonly scopes: readonly string[]
  /** The MCP endpoint the person was asked about; empty when it was none. */
  readonly resource: string
  /** Works once, and again for a retry of the last refresh within a minute; using an older one ends the grant. */
  readonly refreshToken: string
  /** Seconds. */
  readonly expiresIn: number
  readonly refreshExpiresIn: number
}

/** An action that has to be approved before it runs. */
export interface NewApprovalRequest {
  readonly userId: number
  readonly renderingId: number
  readonly collection: string
  readonly action: string
  readonly recordIds: readonly string[]
  readonly inputs: readonly {
    readonly name: string
    readonly type: string
    readonly value: unknown
  }[]
  readonly comment?: string
}

/** What the agent needs of the service to let AI clients in. */
export interface McpPort {
  /** Where clients register themselves: an address that they can reach, which the agent may not use. */
  registrationUrl(): Promise<string>
  /** The public address of the agent, as its environment has it. */
  agentUrl(): Promise<string | undefined>
  findClient(clientId: string): Promise<OAuthClient | undefined>
  /** Where the person signs in, chooses a team and consents; the service sends them back to the client with a code. */
  authorizationUrl(request: GrantRequest): Promise<string>
  /** Rejects with `GrantRefusedError` when the code is unknown, used, expired or of somebody else. */
  exchangeCode(code: GrantCode): Promise<Grant>
  /** Fewer scopes may be asked for. Rejects with `GrantRefusedError` when the grant has ended. */
  refresh(clientId: string, refreshToken: string, scopes?: readonly string[]): Promise<Grant>
  revoke(grantId: string): Promise<void>
  /** Begins to hear of grants that end; nothing is asked of the service before. */
  watchGrants(): Promise<void>
  /**
   * Whether the grant was revoked, at hand without waiting. Throws `ServiceAwayError` (503) while
   * that cannot be told with trust.
   */
  hasEnded(grantId: string): boolean
  /** Brings a request before those who may approve it, and tells the id of the approval. */
  requestApproval(request: NewApprovalRequest): Promise<number>
}
