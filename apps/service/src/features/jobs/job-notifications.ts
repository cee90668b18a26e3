import type { Store } from '../../store/open-store.js'

/** The PostgreSQL notification channel on which instances announce changes of jobs. */
export const CHANNEL = 'service_jobs'

/** The changes of a job that are announced. */
export type JobNotification = 'queued' | 'running' | 'cancel' | 'ended'

/** The number of requests that may wait at the same time; further ones return immediately. */
const MAX_WAITING = 1_000

/** Receives job notifications from every instance, once the first request waits for one. */
export interface JobNotifications {
  /** Opens the listening connection, once. */
  listen(): void
  /**
   * Waits for the next notification of a job. Returns false when the wait was aborted or too many requests
   * are waiting.
   */
  next(jobId: number, signal: AbortSignal): Promise<boolean>
  stop(): Promise<void>
}

interface JobListener {
  onNotification(notification: JobNotification, jobId: number): void
  /** Called when the connection is listening; earlier notifications may have been missed. */
  opened(): void
}

/** Opens no connection yet: an instance that never runs a job needs none. */
export function createJobNotifications(
  store: Pick<Store, 'listen'>,
  reader: JobListener,
): JobNotifications {
  const waiting = new Map<number, Set<(isNotification: boolean) => void>>()
  let size = 0
  let isStopped = false
  let stopListening: (() => Promise<void>) | undefined

  const notify = (jobId: number, isNotification: boolean) => {
    for (const resolve of waiting.get(jobId) ?? []) resolve(isNotification)
  }
  const notifyAll = (isNotification: boolean) => {
    for (const jobId of [...waiting.keys()]) notify(jobId, isNotification)
  }
  const listen = () => {
    stopListening ??= store.listen(CHANNEL, {
      onNotification(payload) {
        const [notification = '', id] = payload.split(' ')
        notify(Number(id), true)
        reader.onNotification(notification as JobNotification, Number(id))
      },
      opened() {
        notifyAll(true)
        reader.opened()
      },
    })
  }

  return {
    listen,
    next(jobId, signal) {
      if (isStopped || signal.aborted || size >= MAX_WAITING) return Promise.resolve(false)
      listen()
      return new Promise(done => {
        const others = waiting.get(jobId) ?? new Set()
        const resolve = (isNotification: boolean) => {
          if (!others.delete(resolve)) return
          size -= 1
          if (others.size === 0) waiting.delete(jobId)
          signal.removeEventListener('abort', stopWaiting)
          done(isNotification)
        }
        const stopWaiting = () => resolve(false)
        size += 1
        waiting.set(jobId, others.add(resolve))
        signal.addEventListener('abort', stopWaiting)
      })
    },
    async stop() {
      isStopped = true
      notifyAll(false)
      await stopListening?.()
    },
  }
}
