/** Calls back once after some milliseconds; answers how to prevent it. Tests pass their own. */
export type Timer = (callback: () => void, delay: number) => () => void

export const systemTimer: Timer = (callback, delay) => {
  const timer = setTimeout(callback, delay).unref()
  return () => clearTimeout(timer)
}
