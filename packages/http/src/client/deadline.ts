import { systemTimer, type Timer } from './timer.js'

/** A signal that aborts when the caller aborts or the timeout has passed. */
export interface Deadline {
  readonly signal: AbortSignal
  /** Whether it aborted because of the timeout. */
  readonly isOver: boolean
  /** Restarts the timeout, or stops it when undefined. */
  restart(timeoutMs: number | undefined): void
  abort(reason?: unknown): void
  /** Stops the timeout and the listening to the caller's signal. */
  end(): void
}

/**
 * Creates a deadline for one request. Call `end` when the request is done.
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
  /** What the signal aborts with after the timeout. */
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
