import type { RequestApproval } from './action/execute-options.js'
import type { SchemaOptions } from './schema-reader.js'

/** The URL of an agent and the session to use. */
export interface AgentClientOptions extends SchemaOptions {
  /** The URL of the agent with its prefix: `http://localhost:3351/service`. */
  readonly agentUrl: string | (() => string | Promise<string>)
  /** A session token. */
  readonly token?: string
  /** Called before each request to get a session token, instead of `token`. */
  readonly getToken?: () => string | Promise<string>
  /** An IANA name. Default: `UTC`. */
  readonly timezone?: string
  /** Milliseconds until a response must have started. Default: 10,000. */
  readonly timeout?: number
  /** Default: the platform's `fetch`. */
  readonly fetch?: (input: string, init: RequestInit) => Promise<Response>
  /** Submits requests for approval. Optional. */
  readonly requestApproval?: RequestApproval
}
