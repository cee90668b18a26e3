import type { Store } from '../../store/open-store.js'

/** The channel of the store on which instances tell each other of jobs. */
export const CHANNEL = 'service_jobs'

/** What can be told of a job. */
export type JobNews = 'queued' | 'running' | 'cancel' | 'ended'

/** Requests that may wait at the same time; more are answered at once. */
const MOST_WAITING = 1_000

/** Hears of jobs on every instance, as soon as somebody wants to know. */
export interface JobNewsroom {
  /** Opens the connection that listens, once. */
  listen(): void
  /** Waits for news of a job. False when none will come: the wait was ended, or there are too many. */
  next(jobId: number, signal: AbortSignal): Promise<boolean>
  stop(): Promise<void>
}

interface Reader {
  heard(news: JobNews, jobId: number): void
  /** From now on everything is heard; what was told before may have been missed. */
  opened(): void
}

/** Opens nothing yet: an instance that never sees a job needs no connection. */
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
