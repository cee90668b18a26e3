import type { Scope } from '@service/authorization'
import type { Logger } from '@service/base'
import type { HttpRequest, HttpResponse } from '@service/http'
import type { SchemaFile } from '@service/protocol'
import type { McpPort, Snapshot } from '@service/service-client'

export { knownScopes as mcpScopes, type Scope as McpScope } from '@service/authorization'

/** A client whose token was verified, and the person it acts for. */
export interface McpSession {
  readonly userId: number
  readonly renderingId: number
  /** The person's role when access was granted: the session ends when the role changes. */
  readonly roleId: number
  readonly clientId: string
  readonly grantId: string
  readonly scopes: ReadonlySet<Scope>
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

/** The URLs of the MCP server as clients see them. */
export interface Addresses {
  readonly issuer: string
  /** The `/mcp` endpoint, for which alone tokens are valid. */
  readonly resource: string
  readonly authorizationEndpoint: string
  readonly tokenEndpoint: string
  readonly revocationEndpoint: string
  readonly resourceMetadata: string
}

/** The settings of the OAuth endpoints. */
export interface AuthorizationSettings {
  /** The secret that signs, then the previous ones. */
  readonly authSecrets: readonly [string, ...string[]]
  readonly service: McpPort
  /**
   * Returns the person's current role, or undefined when the service does not know them; throws a 503
   * while that is unknown. Both tokens contain the role: when it has changed, `verify` rejects with 401
   * and a refresh with `invalid_grant`, which revokes the grant.
   */
  readonly findRole: (userId: number) => number | undefined
  /** Rejects while the public URL is unknown. */
  readonly addresses: () => Promise<Addresses>
  /** Upper limits, in seconds. */
  readonly tokenTtl: { readonly access?: number; readonly refresh?: number }
  /** Domains allowed in redirect URLs of clients; when absent, any. */
  readonly allowedClients?: readonly string[]
  readonly clientAddress: (request: HttpRequest) => string | undefined
  readonly logger: Logger
}

export type AuthorizationRoute =
  | 'authorize'
  | 'token'
  | 'revoke'
  | 'serverMetadata'
  | 'resourceMetadata'

/** The OAuth side: metadata, authorization, tokens. */
export interface Authorization {
  handle(route: AuthorizationRoute, request: HttpRequest): Promise<HttpResponse>
  /** Verifies the token of a protocol request; rejects with an `AuthorizationError` (401, 403). */
  verify(request: HttpRequest): Promise<McpSession>
  /** Converts an `AuthorizationError` to a response with `WWW-Authenticate`; throws any other error. */
  refuse(error: unknown): Promise<HttpResponse>
}

/** The agent behind the tools: in this process, or over the network. */
export interface AgentApi {
  /** Includes the prefix; for an agent in this process, the host does not exist. */
  readonly url: string
  readonly fetch: (input: string, init: RequestInit) => Promise<Response>
  /** The current schema; the same object until it changes. */
  schema(): Promise<SchemaFile>
  /** Issues a session token for the person; rejects with a 401 when the service no longer knows them. */
  issueSession(session: McpSession): Promise<string>
}

/** The settings of the protocol endpoint. */
export interface ProtocolSettings {
  readonly agent: AgentApi
  readonly enabledTools: ReadonlySet<string>
  readonly requestApproval: McpPort['requestApproval']
  readonly logger: Logger
  readonly version: string
}

/** The protocol side: JSON-RPC on the `/mcp` endpoint. */
export interface Protocol {
  handle(request: HttpRequest, session: McpSession): Promise<HttpResponse>
}

/** Everything an MCP server needs except its mount options. */
export interface McpHost {
  readonly authSecrets: readonly [string, ...string[]]
  readonly service: McpPort
  readonly snapshot: () => Snapshot
  readonly agent: Pick<AgentApi, 'url' | 'fetch' | 'schema'>
  readonly clientAddress: (request: HttpRequest) => string | undefined
  /** Throws a 403 unless the client's IP address is allowed. */
  readonly checkAddress: (request: HttpRequest) => void
  readonly logger: Logger
}
