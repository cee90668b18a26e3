/** Calls back once after some milliseconds; returns the function that cancels it. */
export type Timer = (callback: () => void, delayMs: number) => () => void

/**
 * The system timer; a pending callback does not keep the process alive.
 *
 * @example
 * const cancel = systemTimer(() => console.log('too late'), 10_000)
 */
export const systemTimer: Timer = (callback, delayMs) => {
  const timer = setTimeout(callback, delayMs)
  // In browsers, a timer is a number.
  if (typeof timer === 'object') timer.unref()
  return () => clearTimeout(timer)
}
