import { vi } from 'vitest'

const setRealTimeout = globalThis.setTimeout

/** Waits by the real clock, also while the time of limits is held. */
export const waitReally = (ms: number): Promise<void> =>
  new Promise(resolve => setRealTimeout(resolve, ms))

/**
 * Holds the time of limits: however slow the machine is, no statement ends that a test does not want to end.
 * Intervals go on by the real clock.
 */
export const holdTime = (): unknown => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

export const releaseTime = (): unknown => vi.useRealTimers()

/** Lets held time pass, a step at a time, until the work has ended. */
export async function letTimePass<T>(work: Promise<T>, stepMs: number): Promise<T> {
  let isOver = false
  const end = () => {
    isOver = true
  }
  work.then(end, end)
  while (!isOver) {
    await waitReally(20)
    if (!isOver) vi.advanceTimersByTime(stepMs)
  }
  return work
}
