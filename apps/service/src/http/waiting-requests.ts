import { z } from 'zod'

/** How long a request waits. */
export const WaitSeconds = z
  .string()
  .regex(/^([0-9]|[12][0-9]|30)$/, 'must be an integer from 0 to 30')
  .transform(Number)
  .default(0)

/** The number of requests that may wait at the same time; further ones return immediately. */
const MAX_WAITING = 1_000

/** Requests that wait for a notification, by the id of what they wait for. */
export interface WaitingRequests {
  /** Waits for a notification of the id. Returns false when the wait was aborted or too many requests wait. */
  wait(id: number, signal: AbortSignal): Promise<boolean>
  /** Ends the waits for an id; what they return says whether there was a notification. */
  notify(id: number, isNotification: boolean): void
  notifyAll(isNotification: boolean): void
}

export function createWaitingRequests(): WaitingRequests {
  const waiting = new Map<number, Set<(isNotification: boolean) => void>>()
  let size = 0
  const notify = (id: number, isNotification: boolean) => {
    for (const resolve of waiting.get(id) ?? []) resolve(isNotification)
  }
  return {
    wait(id, signal) {
      if (signal.aborted || size >= MAX_WAITING) return Promise.resolve(false)
      return new Promise(done => {
        const others = waiting.get(id) ?? new Set()
        const resolve = (isNotification: boolean) => {
          if (!others.delete(resolve)) return
          size -= 1
          if (others.size === 0) waiting.delete(id)
          signal.removeEventListener('abort', stopWaiting)
          done(isNotification)
        }
        const stopWaiting = () => resolve(false)
        size += 1
        waiting.set(id, others.add(resolve))
        signal.addEventListener('abort', stopWaiting)
      })
    },
    notify,
    notifyAll(isNotification) {
      for (const id of [...waiting.keys()]) notify(id, isNotification)
    },
  }
}

interface Wait<T> {
  readonly seconds: number
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal
  read(): Promise<T>
  isEnough(value: T): boolean
  /** Waits for the next notification. */
  next(signal: AbortSignal): Promise<boolean>
}

/** Reads again after every notification, until the value is enough or the time is over. */
export async function readUntil<T>({ seconds, signal, read, isEnough, next }: Wait<T>): Promise<T> {
  const responseController = new AbortController()
  const limit = AbortSignal.timeout(seconds * 1_000)
  const enough = AbortSignal.any([signal, limit, responseController.signal])
  try {
    for (;;) {
      // Subscribes before reading, so that a change in between is not missed.
      const notification = next(enough)
      const now = await read()
      if (isEnough(now) || !(await notification)) return now
    }
  } finally {
    responseController.abort()
  }
}
