import type { RequestApproval } from './action/execute-options.js'
import type { SchemaOptions } from './schema-reader.js'

/** How to reach an agent, and as whom. */
export interface AgentClientOptions extends SchemaOptions {
  /** The address of the agent with its prefix: `http://localhost:3351/service`. */
  readonly agentUrl: string | (() => string | Promise<string>)
  /** A session. */
  readonly token?: string
  /** Asked for a session before each request, instead of `token`. */
  readonly getToken?: () => string | Promise<string>
  /** An IANA name. Default: `UTC`. */
  readonly timezone?: string
  /** Milliseconds until an answer must have begun. Default: 10,000. */
  readonly timeout?: number
  /** Default: that of the platform. */
  readonly fetch?: (input: string, init: RequestInit) => Promise<Response>
  /** Brings requests before those who may approve them. */
  readonly requestApproval?: RequestApproval
}
