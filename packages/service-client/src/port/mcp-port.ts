/** A client registered to access an agent on behalf of people (RFC 7591). */
export interface OAuthClient {
  readonly clientId: string
  readonly clientName?: string
  readonly redirectUris: readonly string[]
}

/** A client's request for access, made by redirecting a browser. */
export interface GrantRequest {
  readonly clientId: string
  readonly redirectUri: string
  /** SHA-256 of the code verifier, as base64url (PKCE, S256). */
  readonly codeChallenge: string
  readonly scopes: readonly string[]
  /** URL of the agent's MCP endpoint; the tokens are valid only there (RFC 8707). */
  readonly resource: string
  readonly state?: string
}

/** A client's request to exchange its authorization code. */
export interface GrantCode {
  readonly clientId: string
  readonly code: string
  readonly codeVerifier: string
  readonly redirectUri?: string
}

/** What a person allowed a client to do, with its current tokens. */
export interface Grant {
  /** Identifies the grant for revocation; unchanged by refreshes. */
  readonly grantId: string
  readonly userId: number
  readonly renderingId: number
  readonly scopes: readonly string[]
  /** URL of the MCP endpoint the grant is for; empty when there is none. */
  readonly resource: string
  /**
   * Can be used once; a retry of the last refresh is accepted for a minute, and using an older
   * token ends the grant.
   */
  readonly refreshToken: string
  /** Seconds until the access token expires. */
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

/** What the agent requires of the service to give AI clients access. */
export interface McpPort {
  /** Public URL where clients register; the agent itself may have to use another URL. */
  registrationUrl(): Promise<string>
  /** The public URL of the agent, as set in its environment. */
  agentUrl(): Promise<string | undefined>
  findClient(clientId: string): Promise<OAuthClient | undefined>
  /**
   * URL where the person signs in, chooses a team and consents; the service then redirects to the
   * client with a code.
   */
  authorizationUrl(request: GrantRequest): Promise<string>
  /**
   * Rejects with `GrantRefusedError` when the code is unknown, used, expired or issued to another
   * client.
   */
  exchangeCode(code: GrantCode): Promise<Grant>
  /** `scopes` can narrow the grant. Rejects with `GrantRefusedError` when the grant has ended. */
  refresh(clientId: string, refreshToken: string, scopes?: readonly string[]): Promise<Grant>
  revoke(grantId: string): Promise<void>
  /** Starts to follow which grants end; nothing is requested from the service before. */
  watchGrants(): Promise<void>
  /**
   * Whether the grant was revoked. Throws `ServiceAwayError` (503) while the list of ended grants
   * is missing or too old.
   */
  hasEnded(grantId: string): boolean
  /** Submits an action for approval; resolves with the id of the approval. */
  requestApproval(request: NewApprovalRequest): Promise<number>
}
