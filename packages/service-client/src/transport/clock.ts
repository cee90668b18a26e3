/** The clock of the client; tests pass their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Calls back once, without keeping the process alive; returns the function that cancels it. */
  setTimeout(callback: () => void, delay: number): () => void
}

/**
 * Whether a moment is still to come, when none is planned further ahead than `longest`. One that is
 * further ahead tells that the clock was set back, and counts as past.
 */
export function isAhead(moment: number, now: number, longest: number): boolean {
  return moment > now && moment - now <= longest
}

export const systemClock: Clock = {
  now: Date.now,
  setTimeout(callback, delay) {
    const timer = setTimeout(callback, delay).unref()
    return () => clearTimeout(timer)
  },
}
