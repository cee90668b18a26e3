/** Tells whether writes that follow each other on one connection end soon enough. */
export interface CommitPace {
  /**
   * Records how long each write of a batch took, in milliseconds; returns false when even the quickest
   * of the last batches took too long.
   */
  isQuick(duration: number): boolean
}

/** Where a commit takes longer, several connections commit more in a time than one after the other. */
const SLOWEST_MS = 1
/** On a busy machine, some take longer than the disk does. */
const BATCHES = 10

export function createCommitPace(): CommitPace {
  let batches = 0
  let shortest = Number.POSITIVE_INFINITY
  return {
    isQuick(duration) {
      batches += 1
      shortest = Math.min(shortest, duration)
      if (batches < BATCHES) return true
      const isQuick = shortest < SLOWEST_MS
      batches = 0
      shortest = Number.POSITIVE_INFINITY
      return isQuick
    },
  }
}
