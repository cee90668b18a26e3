import type { BatchRequest, BatchResponse } from '@service/protocol'

/** A refusal of a whole batch, such as 401: it is the response to each of its reads. */
export interface RefusedBatch {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** A read that is sent together with others, and what to call with its outcome. */
export interface QueuedRead {
  readonly request: Omit<BatchRequest, 'id'>
  readonly signal?: AbortSignal | null | undefined
  /** Called with the read's line of the response. */
  resolve(response: BatchResponse): void
  /** Called when the agent refuses the batch. */
  refuse(refusal: RefusedBatch): void
  /** Called when there is no response, or one that ends too early, and when `signal` aborts. */
  reject(reason: unknown): void
}

/** How batches are sent. */
export interface BatchQueueOptions {
  /** Sends the body of `POST /_batch`. */
  readonly send: (
    body: string,
    signal: AbortSignal | undefined,
    reads: readonly QueuedRead[],
  ) => Promise<Response>
  /** For the reads that name none. Default: each names its own. */
  readonly timezone?: string | undefined
}
