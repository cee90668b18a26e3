/** One read of a batch. `path` is relative to the agent's prefix, without a query. */
export interface BatchRequest {
  /** Chosen by the client; unique in the batch. */
  readonly id: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** The body of `POST /_batch`. `timezone` is added to each query that has none. */
export interface Batch {
  readonly timezone?: string
  readonly requests: readonly BatchRequest[]
}

/** One line of the response to `POST /_batch`, sent when the request is done. */
export interface BatchResponse {
  readonly id: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** What the route returned; null when it has no content. */
  readonly body: unknown
}

/** The most requests that one batch may have. */
export const maxBatchRequests = 50
