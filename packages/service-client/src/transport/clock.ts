/** The clock of the client; tests pass their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Calls back once, without keeping the process alive; returns the function that cancels it. */
  setTimeout(callback: () => void, delay: number): () => void
}

export const systemClock: Clock = {
  now: Date.now,
  setTimeout(callback, delay) {
    const timer = setTimeout(callback, delay).unref()
    return () => clearTimeout(timer)
  },
}
