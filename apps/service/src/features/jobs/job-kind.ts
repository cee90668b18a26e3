import type { Logger } from 'pino'
import type { z } from 'zod'
import type { Config } from '../../config.js'
import type { Store } from '../../store/open-store.js'
import type { JobProgress } from '../../store/schema.js'

/** The dependencies of jobs. */
export interface JobDeps {
  readonly store: Store
  readonly config: Config
  readonly log: Logger
}

/** One run of a job. */
export interface JobRun<Parameters = unknown> {
  readonly deps: JobDeps
  readonly jobId: number
  readonly projectId: number
  readonly parameters: Parameters
  /** Aborts when the job must stop. Check it between batches of work. */
  readonly signal: AbortSignal
  /** Reports progress; may be called as often as needed. */
  progress(progress: Partial<JobProgress> & Pick<JobProgress, 'done'>): void
}

/** The outcome of a job that ran to its end. */
export interface JobOutcome {
  /** JSON of at most a few hundred kilobytes. */
  readonly result: object
  /** Why the job counts as failed, as a sentence for people. Absent when it succeeded. */
  readonly problem?: string | undefined
}

/** A kind of background job. */
export interface JobKind {
  /** Every parameter is optional or has a default, so a job can be started without any. */
  readonly Parameters: z.ZodObject
  /** The timeout when the request does not set one. */
  readonly timeoutSeconds: number
  /**
   * Does the work. It may be interrupted at any time, by the signal or by the end of the process, and started
   * again, so it must be safe to repeat.
   */
  run(run: JobRun): Promise<JobOutcome>
}

/** Defines a kind whose `run` receives validated parameters. */
export function defineJobKind<Parameters extends z.ZodObject>(
  kind: Omit<JobKind, 'run' | 'Parameters'> & {
    readonly Parameters: Parameters
    run(run: JobRun<z.output<Parameters>>): Promise<JobOutcome>
  },
): JobKind {
  const { Parameters } = kind
  return { ...kind, run: run => kind.run({ ...run, parameters: Parameters.parse(run.parameters) }) }
}
