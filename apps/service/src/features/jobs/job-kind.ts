import type { Logger } from 'pino'
import type { z } from 'zod'
import type { Config } from '../../config.js'
import type { Store } from '../../store/open-store.js'
import type { JobProgress } from '../../store/schema.js'

/** What jobs work with. */
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
  /** Aborts when the job must end. To be looked at between two batches of work. */
  readonly signal: AbortSignal
  /** Tells how far the work is; as often as it likes. */
  progress(progress: Partial<JobProgress> & Pick<JobProgress, 'done'>): void
}

/** How a job ended by itself. */
export interface JobOutcome {
  /** A few hundred kilobytes of JSON at most. */
  readonly result: object
  /** Why it counts as failed, in a sentence for people; absent when all is well. */
  readonly problem?: string | undefined
}

/** A kind of long work. */
export interface JobKind {
  /** Each with a default, or optional: a job can be started without any. */
  readonly Parameters: z.ZodObject
  /** How long it may run unless somebody asks for another time. */
  readonly timeoutSeconds: number
  /**
   * Does the work. It may be interrupted at any moment, by a signal or by the end of the process,
   * and begin anew: doing it twice must do no harm.
   */
  run(run: JobRun): Promise<JobOutcome>
}

/** A kind whose `run` gets its parameters checked. */
export function defineJobKind<Parameters extends z.ZodObject>(
  kind: Omit<JobKind, 'run' | 'Parameters'> & {
    readonly Parameters: Parameters
    run(run: JobRun<z.output<Parameters>>): Promise<JobOutcome>
  },
): JobKind {
  const { Parameters } = kind
  return { ...kind, run: run => kind.run({ ...run, parameters: Parameters.parse(run.parameters) }) }
}
