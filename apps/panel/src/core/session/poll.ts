import type { SetTimer } from '../set-timer.js'

/** Checks again and again, less and less often, until a check succeeds. */
export interface Poll {
  /** Begins to check, unless it does already. */
  start(): void
  /** Checks at once, such as when the network is back. Does nothing before `start`. */
  hurry(): void
  stop(): void
}

/** Seconds between two checks; the last one stays. */
const delays = [1, 2, 4, 8, 15, 30]
/** A server that keeps going away is checked as seldom as one that stays away. */
const calm = 60_000

/**
 * Creates a poll. `check` resolves with whether it succeeded, which ends the poll.
 *
 * @example
 * const poll = createPoll(async () => (await fetch('/healthz')).ok, setTimer)
 * poll.start()
 */
export function createPoll(check: () => Promise<boolean>, setTimer: SetTimer): Poll {
  let attempts = 0
  let isRunning = false
  let isChecking = false
  let cancel = () => {}
  let cancelCalm = () => {}

  function schedule(): void {
    const seconds = delays[Math.min(attempts, delays.length - 1)] ?? 0
    cancel = setTimer(() => void run(), seconds * 1000)
  }

  async function run(): Promise<void> {
    if (isChecking) return
    isChecking = true
    cancel()
    attempts += 1
    const hasSucceeded = await check().catch(() => false)
    isChecking = false
    if (!isRunning) return
    if (!hasSucceeded) return schedule()
    isRunning = false
    cancelCalm = setTimer(() => {
      attempts = 0
    }, calm)
  }

  return {
    start() {
      if (isRunning) return
      isRunning = true
      cancelCalm()
      if (!isChecking) schedule()
    },
    hurry() {
      if (isRunning) void run()
    },
    stop() {
      isRunning = false
      cancel()
    },
  }
}
