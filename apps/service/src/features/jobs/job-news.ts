import type { Store } from '../../store/open-store.js'

/** The PostgreSQL notification channel on which instances announce changes of jobs. */
export const CHANNEL = 'service_jobs'

/** The changes of a job that are announced. */
export type JobNews = 'queued' | 'running' | 'cancel' | 'ended'

/** The number of requests that may wait at the same time; further ones return immediately. */
const MOST_WAITING = 1_000

/** Receives job notifications from every instance, once the first request waits for one. */
export interface JobNewsroom {
  /** Opens the listening connection, once. */
  listen(): void
  /**
   * Waits for the next notification of a job. Returns false when the wait was aborted or too many requests
   * are waiting.
   */
  next(jobId: number, signal: AbortSignal): Promise<boolean>
  stop(): Promise<void>
}

interface Reader {
  heard(news: JobNews, jobId: number): void
  /** Called when the connection is listening; earlier notifications may have been missed. */
  opened(): void
}

/** Opens no connection yet: an instance that never runs a job needs none. */
export function createJobNewsroom(store: Pick<Store, 'listen'>, reader: Reader): JobNewsroom {
  const waiting = new Map<number, Set<(isNews: boolean) => void>>()
  let size = 0
  let isStopped = false
  let stopListening: (() => Promise<void>) | undefined

  const tell = (jobId: number, isNews: boolean) => {
    for (const resolve of waiting.get(jobId) ?? []) resolve(isNews)
  }
  const tellAll = (isNews: boolean) => {
    for (const jobId of [...waiting.keys()]) tell(jobId, isNews)
  }
  const listen = () => {
    stopListening ??= store.listen(CHANNEL, {
      heard(payload) {
        const [news = '', id] = payload.split(' ')
        tell(Number(id), true)
        reader.heard(news as JobNews, Number(id))
      },
      opened() {
        tellAll(true)
        reader.opened()
      },
    })
  }

  return {
    listen,
    next(jobId, signal) {
      if (isStopped || signal.aborted || size >= MOST_WAITING) return Promise.resolve(false)
      listen()
      return new Promise(done => {
        const others = waiting.get(jobId) ?? new Set()
        const resolve = (isNews: boolean) => {
          if (!others.delete(resolve)) return
          size -= 1
          if (others.size === 0) waiting.delete(jobId)
          signal.removeEventListener('abort', giveUp)
          done(isNews)
        }
        const giveUp = () => resolve(false)
        size += 1
        waiting.set(jobId, others.add(resolve))
        signal.addEventListener('abort', giveUp)
      })
    },
    async stop() {
      isStopped = true
      tellAll(false)
      await stopListening?.()
    },
  }
}
