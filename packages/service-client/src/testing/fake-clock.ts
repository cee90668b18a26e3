import type { Clock } from '../transport/clock.js'

/** A clock that moves only when a test advances it. */
export interface FakeClock extends Clock {
  /**
   * Advances the time and runs every callback that is due, each after the calls of the previous one
   * have ended.
   */
  advance(ms: number): Promise<void>
  /** Like `advance`, without waiting for pending calls. */
  advanceNow(ms: number): void
  /** Sets the time back; callbacks keep their distance, as those of a system do. */
  setBack(ms: number): void
  /** Number of pending callbacks. */
  readonly waiting: number
}

interface Timer {
  readonly at: number
  readonly callback: () => void
}

export function createFakeClock(idle: () => Promise<void>): FakeClock {
  const timers = new Set<Timer>()
  let now = Date.parse('2030-01-01T00:00:00Z')
  let isBehind = 0

  const takeNext = (until: number): Timer | undefined => {
    const [next] = [...timers].filter(timer => timer.at <= until).sort((a, b) => a.at - b.at)
    if (next) timers.delete(next)
    return next
  }

  return {
    now: () => now - isBehind,
    setTimeout(callback, delay) {
      const timer = { at: now + delay, callback }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    setBack(ms) {
      isBehind += ms
    },
    get waiting() {
      return timers.size
    },
    advanceNow(ms) {
      const until = now + ms
      for (let next = takeNext(until); next; next = takeNext(until)) {
        now = next.at
        next.callback()
      }
      now = until
    },
    async advance(ms) {
      const until = now + ms
      for (;;) {
        await idle()
        const next = takeNext(until)
        if (!next) break
        now = next.at
        next.callback()
      }
      now = until
    },
  }
}
