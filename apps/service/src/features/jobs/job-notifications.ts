import { createWaitingRequests } from '../../http/waiting-requests.js'
import type { Store } from '../../store/open-store.js'

/** The PostgreSQL notification channel on which instances announce changes of jobs. */
export const CHANNEL = 'service_jobs'

/** The changes of a job that are announced. */
export type JobNotification = 'queued' | 'running' | 'cancel' | 'ended'

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
  const waiting = createWaitingRequests()
  let isStopped = false
  let stopListening: (() => Promise<void>) | undefined

  const listen = () => {
    stopListening ??= store.listen(CHANNEL, {
      onNotification(payload) {
        const [notification = '', id] = payload.split(' ')
        waiting.notify(Number(id), true)
        reader.onNotification(notification as JobNotification, Number(id))
      },
      opened() {
        waiting.notifyAll(true)
        reader.opened()
      },
    })
  }

  return {
    listen,
    next(jobId, signal) {
      if (isStopped) return Promise.resolve(false)
      listen()
      return waiting.wait(jobId, signal)
    },
    async stop() {
      isStopped = true
      waiting.notifyAll(false)
      await stopListening?.()
    },
  }
}
