import { createBackoff } from './backoff.js'
import { toCallError } from './call-error.js'
import type { Clock } from './clock.js'

export interface Retries {
  /**
   * Retries a task in the background until it succeeds or another task of the same name replaces
   * it.
   */
  later(name: string, task: () => Promise<void>, retryAfter?: number): void
  start(): void
  /** Drops the pending tasks and accepts no more. */
  stop(): void
}

/**
 * Retries tasks without limiting how many wait: each was started while the service was reachable,
 * so there are few.
 */
export function createRetries(clock: Clock, random: () => number): Retries {
  const cancels = new Map<string, () => void>()
  let isStopped = false

  const later: Retries['later'] = (name, task, retryAfter) => {
    if (isStopped) return
    const backoff = createBackoff(random)
    let isReplaced = false
    let cancelTimer = () => {}
    const wait = (delay?: number) => {
      cancelTimer = clock.setTimeout(() => void attempt(), backoff.next(delay))
    }
    const attempt = async () => {
      const failure = await task().then(
        () => undefined,
        error => toCallError(error, name),
      )
      if (isReplaced) return
      if (failure) wait(failure.retryAfter)
      else cancels.delete(name)
    }
    cancels.get(name)?.()
    cancels.delete(name)
    cancels.set(name, () => {
      isReplaced = true
      cancelTimer()
    })
    wait(retryAfter)
  }

  return {
    later,
    start() {
      isStopped = false
    },
    stop() {
      isStopped = true
      for (const cancel of cancels.values()) cancel()
      cancels.clear()
    },
  }
}
