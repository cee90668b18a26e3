export type Fetch = (input: string, init: RequestInit) => Promise<Response>

/** The agent whose reads are sent together. */
export interface BatchFetchOptions {
  /** The URL of the agent with its prefix: `http://localhost:3351/service`. */
  readonly agentUrl: string
  /** Default: the platform's `fetch`. */
  readonly fetch?: Fetch
}
