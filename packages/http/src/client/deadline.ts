import { systemTimer, type Timer } from './timer.js'

/** A signal that aborts when the caller says so, or when the time is over. */
export interface Deadline {
  readonly signal: AbortSignal
  /** Whether it aborted because the time is over. */
  readonly isOver: boolean
  /** Gives the time anew, or stops it when there is none. */
  restart(timeoutMs: number | undefined): void
  abort(reason?: unknown): void
  /** Stops the time, and listens to the caller no more. */
  end(): void
}

/**
 * Begins a deadline for one request. `end` is to be called when the request is over.
 *
 * @example
 * const deadline = createDeadline({ timeoutMs: 10_000 })
 * const response = await fetch('https://shop.example.com', { signal: deadline.signal }).finally(deadline.end)
 */
export function createDeadline({
  signal: given,
  timeoutMs,
  timer = systemTimer,
  reason,
}: {
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
  readonly timer?: Timer
  /** What the signal aborts with when the time is over. */
  readonly reason?: unknown
}): Deadline {
  const controller = new AbortController()
  let isOver = false
  let cancel = () => {}
  const follow = () => controller.abort(given?.reason)
  given?.addEventListener('abort', follow, { once: true })
  if (given?.aborted) follow()

  const restart = (ms: number | undefined) => {
    cancel()
    cancel = () => {}
    if (ms === undefined) return
    cancel = timer(() => {
      isOver = true
      controller.abort(reason)
    }, ms)
  }
  restart(timeoutMs)
  return {
    signal: controller.signal,
    get isOver() {
      return isOver
    },
    restart,
    abort: why => controller.abort(why),
    end() {
      cancel()
      given?.removeEventListener('abort', follow)
    },
  }
}
