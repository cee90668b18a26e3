import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RegisteredClient } from '@service/authorization'
import type { Environment } from './environment.js'
import type { SandboxKeys } from './keys.js'

/** The state of the whole sandbox. */
export interface SandboxState {
  readonly url: string
  readonly keys: SandboxKeys
  /** Registered OAuth clients, by id. */
  readonly clients: Map<string, RegisteredClient>
  environment(secret: string): Environment
  findById(id: number): Environment | undefined
  findByClient(clientId: string): Environment | undefined
}

/** A parsed request. */
interface SandboxCall {
  readonly state: SandboxState
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** Parsed JSON or form. */
  readonly body: unknown
}

export interface AgentCall extends SandboxCall {
  readonly environment: Environment
}

export interface SandboxAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON; a string is sent as it is. */
  readonly body?: unknown
}

/** `undefined` when the handler has sent the response itself. */
type RouteResult = SandboxAnswer | undefined | Promise<SandboxAnswer | undefined>

interface PublicRoute {
  readonly method: string
  readonly path: string
  readonly handle: (call: SandboxCall) => RouteResult
}

/** A route that requires the secret of an environment. */
export interface AgentRoute {
  readonly method: string
  readonly path: string
  readonly handleAgent: (call: AgentCall) => RouteResult
}

export type SandboxRoute = PublicRoute | AgentRoute

export function failure(status: number, name: string, detail: string): SandboxAnswer {
  return { status, body: { errors: [{ status, name, detail }], code: name, message: detail } }
}
