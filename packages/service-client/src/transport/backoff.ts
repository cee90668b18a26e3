/** Computes the delay before the next attempt. */
export interface Backoff {
  /** Milliseconds, at least the `retryAfter` of the service. */
  next(retryAfter?: number): number
  /** Called after a success: the next delay is the shortest again. */
  reset(): void
}

const minDelay = 1000
/** Milliseconds, without the `retryAfter` of the service. */
export const longestBackoff = 30_000

/**
 * Doubles the maximum delay with each failure and draws the delay at random below it, so that
 * agents which failed together do not retry together.
 */
export function createBackoff(random: () => number): Backoff {
  let failures = 0
  return {
    next(retryAfter) {
      const ceiling = Math.min(longestBackoff, minDelay * 2 ** failures)
      failures = Math.min(failures + 1, 10)
      return retryAfter === undefined ? random() * ceiling : retryAfter + random() * minDelay
    },
    reset() {
      failures = 0
    },
  }
}
