/** Calls back once after some milliseconds, and returns the function that prevents it. */
export type Timer = (callback: () => void, delayMs: number) => () => void

/**
 * The timer of the system; a running one does not keep the process alive.
 *
 * @example
 * const cancel = systemTimer(() => console.log('too late'), 10_000)
 */
export const systemTimer: Timer = (callback, delayMs) => {
  const timer = setTimeout(callback, delayMs).unref()
  return () => clearTimeout(timer)
}
