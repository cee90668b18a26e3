/** Delays and timeouts of the outbox, in milliseconds. */
export interface Pace {
  /** Delay before reads are written to disk. */
  readonly write: number
  /** Delay before entries are sent to the service. */
  readonly send: number
  /** Delay before the first retry; it doubles with each failure, up to `maxRetry`. */
  readonly retry: number
  readonly longestRetry: number
  /** Timeout of the last attempt when the agent stops. */
  readonly close: number
  /** Interval between two scans for files that other processes left behind. */
  readonly look: number
}

export const usualPace: Pace = {
  write: 50,
  send: 200,
  retry: 1000,
  longestRetry: 60_000,
  close: 3000,
  look: 15_000,
}
