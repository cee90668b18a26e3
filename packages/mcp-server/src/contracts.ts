import type { Scope } from '@service/authorization'
import type { Logger } from '@service/base'
import type { HttpRequest, HttpResponse } from '@service/http'
import type { SchemaFile } from '@service/protocol'
import type { McpPort, Snapshot } from '@service/service-client'

export { knownScopes as mcpScopes, type Scope as McpScope } from '@service/authorization'

/** A client whose token was verified, and for whom it acts. */
export interface McpSession {
  readonly userId: number
  readonly renderingId: number
  /** The person's role when the access was granted: it ends when they have another one. */
  readonly roleId: number
  readonly clientId: string
  readonly grantId: string
  readonly scopes: ReadonlySet<Scope>
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

/** Where the MCP server is, as clients see it. */
export interface Addresses {
  readonly issuer: string
  /** The `/mcp` endpoint: tokens are good for it alone. */
  readonly resource: string
  readonly authorizationEndpoint: string
  readonly tokenEndpoint: string
  readonly revocationEndpoint: string
  readonly resourceMetadata: string
}

/** What lets clients in. */
export interface AuthorizationSettings {
  /** The one that signs, then those that did. */
  readonly authSecrets: readonly [string, ...string[]]
  readonly service: McpPort
  /**
   * The role the person has now, undefined when the service does not know them; throws a 503 while
   * that cannot be told. It is written into both tokens: `verify` answers 401 and a refresh
   * `invalid_grant` (the grant is revoked) once it is another one or none.
   */
  readonly roleOf: (userId: number) => number | undefined
  /** Rejects while the public address is not known. */
  readonly addresses: () => Promise<Addresses>
  /** Caps, in seconds. */
  readonly tokenTtl: { readonly access?: number; readonly refresh?: number }
  /** Domains that clients may come back to; absent: any. */
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
  answer(route: AuthorizationRoute, request: HttpRequest): Promise<HttpResponse>
  /** Who calls the protocol endpoint; rejects with an `AuthorizationError` (401, 403) otherwise. */
  verify(request: HttpRequest): Promise<McpSession>
  /** The refusal as an answer, with its `WWW-Authenticate`; any other error is thrown on. */
  refuse(error: unknown): Promise<HttpResponse>
}

/** The agent behind the tools: in this process, or over the network. */
export interface AgentDoor {
  /** With its prefix; an agent in this process has an address nobody listens at. */
  readonly url: string
  readonly fetch: (input: string, init: RequestInit) => Promise<Response>
  /** The schema as it is now; the same object until it changes. */
  schema(): Promise<SchemaFile>
  /** A session token for the person; rejects with a 401 when the service does not know them any more. */
  sessionOf(session: McpSession): Promise<string>
}

/** What the protocol side is made from. */
export interface ProtocolSettings {
  readonly agent: AgentDoor
  readonly enabledTools: ReadonlySet<string>
  readonly requestApproval: McpPort['requestApproval']
  readonly logger: Logger
  readonly version: string
}

/** The protocol side: JSON-RPC on the `/mcp` endpoint. */
export interface Protocol {
  answer(request: HttpRequest, session: McpSession): Promise<HttpResponse>
}

/** What a whole MCP server needs, besides how it is mounted. */
export interface McpHost {
  readonly authSecrets: readonly [string, ...string[]]
  readonly service: McpPort
  readonly snapshot: () => Snapshot
  readonly agent: Pick<AgentDoor, 'url' | 'fetch' | 'schema'>
  readonly clientAddress: (request: HttpRequest) => string | undefined
  /** Throws a 403 unless requests may come from the client's address. */
  readonly checkAddress: (request: HttpRequest) => void
  readonly logger: Logger
}
