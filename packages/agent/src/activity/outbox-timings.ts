/** Delays and timeouts of the outbox, in milliseconds. */
export interface OutboxTimings {
  /** Delay before reads are written to disk. */
  readonly write: number
  /** Delay before entries are sent to the service. */
  readonly send: number
  /** Delay before the first retry; it doubles with each failure, up to `maxRetry`. */
  readonly retry: number
  readonly maxRetry: number
  /** Timeout of the last attempt when the agent stops. */
  readonly close: number
  /** Interval between two scans for files that other processes left behind. */
  readonly scanInterval: number
}

export const defaultTimings: OutboxTimings = {
  write: 50,
  send: 200,
  retry: 1000,
  maxRetry: 60_000,
  close: 3000,
  scanInterval: 15_000,
}
