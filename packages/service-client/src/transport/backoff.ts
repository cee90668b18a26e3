/** How long to wait before the next attempt. */
export interface Backoff {
  /** Milliseconds; never less than the service asked for. */
  next(retryAfter?: number): number
  /** An attempt went well: the next failure waits the shortest again. */
  reset(): void
}

const shortest = 1000
const longest = 30_000

/** Doubles at each failure, and is drawn at random below that: agents that fell together do not come back together. */
export function createBackoff(random: () => number): Backoff {
  let failures = 0
  return {
    next(retryAfter) {
      const ceiling = Math.min(longest, shortest * 2 ** failures)
      failures = Math.min(failures + 1, 10)
      return retryAfter === undefined ? random() * ceiling : retryAfter + random() * shortest
    },
    reset() {
      failures = 0
    },
  }
}
