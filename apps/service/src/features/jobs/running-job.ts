import { setTimeout as sleep } from 'node:timers/promises'
import { isServiceError } from '@service/base'
import type { Logger } from 'pino'
import { isStoreGone } from '../../store/is-store-gone.js'
import type { JobProgress } from '../../store/schema.js'
import type { JobDeps, JobKind, JobOutcome } from './job-kind.js'
import {
  endJob,
  type JobEnd,
  type JobLease,
  jobEnds,
  keepAlive,
  requeueJob,
  type TakenJob,
} from './job-queue.js'

export interface RunSettings {
  readonly deps: JobDeps
  readonly instance: string
  /** The interval between two heartbeats, in milliseconds. */
  readonly heartbeat: number
  /** The milliseconds a job has to stop after its signal aborts. */
  readonly grace: number
}

/** Why a job is stopped. */
type Reason = 'timeout' | 'cancel' | 'stop' | 'lost'

const MAX_RESULT_LENGTH = 256 * 1024
const MAX_ERROR_LENGTH = 2_000
const MAX_PAUSE_MS = 5_000

/** A job that runs in this process. */
export class RunningJob {
  /** Resolves when the outcome is stored and no work is left running. Never rejects. */
  readonly over: Promise<void>
  readonly #job: TakenJob
  readonly #settings: RunSettings
  readonly #lease: JobLease
  readonly #log: Logger
  readonly #interruption = new AbortController()
  readonly #written: Promise<void>
  #reason: Reason | undefined
  #progress: JobProgress | undefined
  #isRenewingLease = false

  constructor(job: TakenJob, kind: JobKind, settings: RunSettings) {
    this.#job = job
    this.#settings = settings
    this.#lease = { id: job.id, instance: settings.instance }
    this.#log = settings.deps.log.child({ jobId: job.id, kind: job.kind })
    const work = this.#work(kind)
    this.#written = this.#follow(work)
    this.over = Promise.all([this.#written, work]).then(() => {})
  }

  cancel(): void {
    this.#interrupt('cancel')
  }

  /** Returns the job to the queue. Resolves when that is stored. */
  stop(): Promise<void> {
    this.#interrupt('stop')
    return this.#written
  }

  /** The outcome of the work itself; undefined when it was interrupted. */
  async #work(kind: JobKind): Promise<JobEnd | undefined> {
    try {
      const { id: jobId, projectId, parameters } = this.#job
      const outcome = await kind.run({
        deps: this.#settings.deps,
        jobId,
        projectId,
        parameters,
        signal: this.#interruption.signal,
        progress: ({ done, total = null, message = null }) => {
          this.#progress = { done, total, message }
        },
      })
      return toJobEnd(outcome)
    } catch (error) {
      return this.#reason === undefined ? this.#failure(error) : undefined
    }
  }

  #failure(error: unknown): JobEnd {
    if (isServiceError(error)) return jobEnds.failed(error.message)
    this.#log.error({ err: error }, 'a job failed')
    if (isStoreGone(error)) return jobEnds.failed('The database could not be reached.')
    return jobEnds.failed(unexpected(this.#job.id))
  }

  async #follow(work: Promise<JobEnd | undefined>): Promise<void> {
    const { heartbeat, grace } = this.#settings
    const heartbeatTimer = setInterval(() => this.#renewLease(), heartbeat).unref()
    const limit = setTimeout(() => this.#interrupt('timeout'), this.#job.timeoutSeconds * 1_000)
    const end = await Promise.race([work, waitAfterAbort(this.#interruption.signal, grace)])
    clearTimeout(limit)
    await this.#writeUntilStored(end)
    clearInterval(heartbeatTimer)
  }

  #interrupt(reason: Reason): void {
    this.#reason ??= reason
    this.#interruption.abort(new Error(`The job was interrupted: ${this.#reason}.`))
  }

  async #renewLease(): Promise<void> {
    if (this.#isRenewingLease) return
    this.#isRenewingLease = true
    try {
      const { db } = this.#settings.deps.store
      const state = await keepAlive(db, this.#lease, this.#progress)
      if (state === 'cancelled') this.#interrupt('cancel')
      if (state === 'lost') this.#interrupt('lost')
    } catch (error) {
      this.#log.warn({ err: error }, 'cannot store the heartbeat of a running job; retrying')
    } finally {
      this.#isRenewingLease = false
    }
  }

  /**
   * Retries until the database is available again. If it rejects the result, the outcome is stored without
   * it.
   */
  async #writeUntilStored(end: JobEnd | undefined): Promise<void> {
    for (let pause = 100; ; pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
      try {
        return await this.#write(end)
      } catch (error) {
        this.#log.warn({ err: error }, 'cannot store the outcome of a job; retrying')
        if (this.#reason === 'stop') return
        if (!isStoreGone(error) && end?.result === undefined) return
        if (!isStoreGone(error))
          return this.#writeUntilStored(jobEnds.failed(unexpected(this.#job.id)))
        await sleep(pause, undefined, { ref: false })
      }
    }
  }

  async #write(end: JobEnd | undefined): Promise<void> {
    const { db } = this.#settings.deps.store
    if (end) return endJob(db, this.#lease, end, this.#progress)
    if (this.#reason === 'lost') return
    if (this.#reason === 'stop' && (await requeueJob(db, this.#lease))) return
    const { timeoutSeconds } = this.#job
    const interrupted =
      this.#reason === 'timeout'
        ? jobEnds.timedOut(`It did not end within ${timeoutSeconds} seconds.`)
        : jobEnds.cancelled('It was cancelled.')
    await endJob(db, this.#lease, interrupted, this.#progress)
  }
}

/** Converts the outcome that the work returned. */
function toJobEnd({ result, problem }: JobOutcome): JobEnd {
  const text = JSON.stringify(result)
  if (text.length > MAX_RESULT_LENGTH) {
    return jobEnds.failed(`Its result is larger than ${MAX_RESULT_LENGTH} characters.`)
  }
  return problem === undefined
    ? { status: 'succeeded', exitCode: 0, result: text }
    : { ...jobEnds.failed(problem.slice(0, MAX_ERROR_LENGTH)), result: text }
}

const unexpected = (id: number) =>
  `An internal error occurred. The log of the service has the details under job ${id}.`

/** The longest wait for work that does not stop after its signal aborts. */
async function waitAfterAbort(signal: AbortSignal, milliseconds: number): Promise<undefined> {
  await new Promise(done => signal.addEventListener('abort', done, { once: true }))
  await sleep(milliseconds, undefined, { ref: false })
}
