import { hostname } from 'node:os'
import { randomHex } from '../../secrets/token-format.js'
import type { JobDeps, JobKind } from './job-kind.js'
import { createJobNewsroom, type JobNewsroom } from './job-news.js'
import { endAbandoned, hasUnfinishedJobs, takeJob } from './job-queue.js'
import { RunningJob } from './running-job.js'

interface JobsSettings extends JobDeps {
  readonly kinds: Readonly<Record<string, JobKind>>
  /** Jobs this instance runs at the same time. */
  readonly limit: number
  readonly times?: Partial<JobTimes>
}

/** All in milliseconds. */
interface JobTimes {
  /** Between two looks for jobs nobody told of. */
  readonly look: number
  /** Between two signs of life of a job. */
  readonly heartbeat: number
  /** Without a sign of life the process of a job counts as gone after this. */
  readonly silence: number
  /** That work has to stop in when it is told to. */
  readonly grace: number
}

const usualTimes: JobTimes = { look: 30_000, heartbeat: 1_000, silence: 60_000, grace: 5_000 }

/** The jobs of this instance. */
export interface Jobs {
  /** Begins to look for work. */
  start(): void
  /** Looks now: a job has come. */
  wake(): void
  /** Waits for news of a job on any instance. */
  readonly nextNews: JobNewsroom['next']
  /** Begins nothing any more, and puts what runs back into the queue. */
  stop(): Promise<void>
}

/** Nothing is asked or opened before `start`, and next to nothing while no job waits. */
export function createJobs({ kinds, limit, times, ...deps }: JobsSettings): Jobs {
  const { store, log } = deps
  const { look: pause, heartbeat, silence, grace } = { ...usualTimes, ...times }
  const instance = `${hostname()}:${process.pid}:${randomHex(8)}`
  const names = Object.keys(kinds)
  const running = new Map<number, RunningJob>()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let looking: Promise<void> | undefined
  let isWanted = false

  /** Ends what is abandoned and begins what may begin. */
  const work = async () => {
    if (!(await hasUnfinishedJobs(store.db))) return
    newsroom.listen()
    // An embedded store has one process: whatever another one ran has died with it.
    const silentSeconds = store.kind === 'embedded' ? 0 : silence / 1_000
    await endAbandoned(store.db, { instance, silentSeconds })
    while (running.size < limit && !isStopped) {
      const job = await takeJob(store.db, { instance, kinds: names })
      const kind = job && kinds[job.kind]
      if (!job || !kind) return
      const run = new RunningJob(job, kind, { deps, instance, heartbeat, grace })
      running.set(job.id, run)
      run.over.finally(() => {
        running.delete(job.id)
        look()
      })
    }
  }

  /** One look at a time; who asks during one gets another one after it. */
  const look = () => {
    isWanted = true
    looking ??= (async () => {
      while (isWanted && !isStopped) {
        isWanted = false
        await work().catch(error => log.warn({ err: error }, 'jobs could not be looked for'))
      }
      looking = undefined
    })()
  }

  const newsroom = createJobNewsroom(store, {
    heard(news, jobId) {
      if (news === 'cancel') running.get(jobId)?.cancel()
      if (news === 'queued' || news === 'ended') look()
    },
    opened: look,
  })

  return {
    start() {
      timer = setInterval(look, pause * (0.9 + Math.random() / 5)).unref()
      look()
    },
    wake: look,
    nextNews: newsroom.next,
    async stop() {
      isStopped = true
      clearInterval(timer)
      const listening = newsroom.stop()
      await looking
      await Promise.all([...running.values()].map(run => run.stop()))
      await listening
    },
  }
}
