/** How long things wait, in milliseconds. */
export interface Pace {
  /** Until reads are on disk. */
  readonly write: number
  /** Until the service is told. */
  readonly send: number
  /** Until the first new attempt; it doubles with each that fails, up to the longest. */
  readonly retry: number
  readonly longestRetry: number
  /** For the last attempt when the agent stops. */
  readonly close: number
  /** Between two looks at what other processes left behind. */
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
