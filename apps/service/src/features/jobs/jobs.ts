import { hostname } from 'node:os'
import { randomHex } from '../../secrets/token-format.js'
import type { JobDeps, JobKind } from './job-kind.js'
import { createJobNewsroom, type JobNewsroom } from './job-news.js'
import { endAbandoned, hasUnfinishedJobs, takeJob } from './job-queue.js'
import { RunningJob } from './running-job.js'

interface JobsSettings extends JobDeps {
  readonly kinds: Readonly<Record<string, JobKind>>
  /** The number of jobs this instance runs at the same time. */
  readonly limit: number
  readonly times?: Partial<JobTimes>
}

/** All in milliseconds. */
interface JobTimes {
  /** The interval between polls for jobs whose notification was missed. */
  readonly look: number
  /** The interval between two heartbeats of a job. */
  readonly heartbeat: number
  /** The time without a heartbeat after which the process of a job counts as dead. */
  readonly silence: number
  /** The time a job has to stop after its signal aborts. */
  readonly grace: number
}

const usualTimes: JobTimes = { look: 30_000, heartbeat: 1_000, silence: 60_000, grace: 5_000 }

/** The jobs of this instance. */
export interface Jobs {
  /** Starts to poll for jobs. */
  start(): void
  /** Polls now, because a job was queued. */
  wake(): void
  /** Waits for the next notification of a job on any instance. */
  readonly nextNews: JobNewsroom['next']
  /** Starts no further jobs and returns the running ones to the queue. */
  stop(): Promise<void>
}

/** Opens nothing before `start`, and costs almost nothing while no job is waiting. */
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

  /** Ends abandoned jobs and starts waiting ones. */
  const work = async () => {
    if (!(await hasUnfinishedJobs(store.db))) return
    newsroom.listen()
    // An embedded store has one process, so a job of another process has died with it.
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

  /** Runs one poll at a time; a call during a poll schedules another after it. */
  const look = () => {
    isWanted = true
    looking ??= (async () => {
      while (isWanted && !isStopped) {
        isWanted = false
        await work().catch(error => log.warn({ err: error }, 'cannot read the job queue; retrying'))
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
