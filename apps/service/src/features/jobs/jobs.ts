import { hostname } from 'node:os'
import { randomHex } from '../../secrets/token-format.js'
import type { JobDeps, JobKind } from './job-kind.js'
import { createJobNotifications, type JobNotifications } from './job-notifications.js'
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
  readonly pollInterval: number
  /** The interval between two heartbeats of a job. */
  readonly heartbeat: number
  /** The time without a heartbeat after which the process of a job counts as dead. */
  readonly silence: number
  /** The time a job has to stop after its signal aborts. */
  readonly grace: number
}

const defaultTimes: JobTimes = {
  pollInterval: 30_000,
  heartbeat: 1_000,
  silence: 60_000,
  grace: 5_000,
}

/** The jobs of this instance. */
export interface Jobs {
  /** Starts to poll for jobs. */
  start(): void
  /** Polls now, because a job was queued. */
  wake(): void
  /** Waits for the next notification of a job on any instance. */
  readonly nextNotification: JobNotifications['next']
  /** Starts no further jobs and returns the running ones to the queue. */
  stop(): Promise<void>
}

/** Opens nothing before `start`, and costs almost nothing while no job is waiting. */
export function createJobs({ kinds, limit, times, ...deps }: JobsSettings): Jobs {
  const { store, log } = deps
  const { pollInterval: pause, heartbeat, silence, grace } = { ...defaultTimes, ...times }
  const instance = `${hostname()}:${process.pid}:${randomHex(8)}`
  const names = Object.keys(kinds)
  const running = new Map<number, RunningJob>()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let polling: Promise<void> | undefined
  let isWanted = false

  /** Ends abandoned jobs and starts waiting ones. */
  const work = async () => {
    if (!(await hasUnfinishedJobs(store.db))) return
    notifications.listen()
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
        pollQueue()
      })
    }
  }

  /** Runs one poll at a time; a call during a poll schedules another after it. */
  const pollQueue = () => {
    isWanted = true
    polling ??= (async () => {
      while (isWanted && !isStopped) {
        isWanted = false
        await work().catch(error => log.warn({ err: error }, 'cannot read the job queue; retrying'))
      }
      polling = undefined
    })()
  }

  const notifications = createJobNotifications(store, {
    onNotification(notification, jobId) {
      if (notification === 'cancel') running.get(jobId)?.cancel()
      if (notification === 'queued' || notification === 'ended') pollQueue()
    },
    opened: pollQueue,
  })

  return {
    start() {
      timer = setInterval(pollQueue, pause * (0.9 + Math.random() / 5)).unref()
      pollQueue()
    },
    wake: pollQueue,
    nextNotification: notifications.next,
    async stop() {
      isStopped = true
      clearInterval(timer)
      const listening = notifications.stop()
      await polling
      await Promise.all([...running.values()].map(run => run.stop()))
      await listening
    },
  }
}
