/** The kinds of jobs that can be started here. */
export const jobKinds = ['verify-logs', 'apply-retention'] as const
export type JobKind = (typeof jobKinds)[number]

export type JobStatus = 'queued' | 'running' | 'succeeded' | 'failed' | 'timed_out' | 'cancelled'

/** A job of the service; its result only when it was asked for alone. */
export interface Job {
  readonly id: number
  readonly kind: string
  readonly status: JobStatus
  readonly parameters: Readonly<Record<string, unknown>>
  readonly progress: {
    readonly done: number
    readonly total: number | null
    readonly message: string | null
  } | null
  readonly exitCode: number | null
  readonly error: string | null
  readonly createdBy: { readonly username: string; readonly email: string } | null
  readonly createdAt: string
  readonly startedAt: string | null
  readonly finishedAt: string | null
  readonly deadline: string
  readonly cancelRequestedAt: string | null
  readonly result?: JobResult | null
}

/** What jobs on logs found, log by log. */
interface JobResult {
  readonly logs?: readonly JobLog[]
}

export interface JobLog {
  readonly kind: string
  readonly ownerId: number
  /** Null for the admin log. */
  readonly environmentName: string | null
  readonly problem?: string
  readonly archivedRows?: number
  /** Of a verification. */
  readonly anchor?: string | null
  readonly rows?: number
  /** Of a retention. */
  readonly days?: number
  readonly removedRows?: number
}

export const isUnfinished = ({ exitCode }: Pick<Job, 'exitCode'>): boolean => exitCode === null

/** Whether it can be cancelled: it has not ended, and nobody has asked for it. */
export const isCancellable = (job: Job): boolean =>
  isUnfinished(job) && job.cancelRequestedAt === null

/** Milliseconds from the start of a job to its end, or until now; undefined while it waits. */
export function measureJob({ startedAt, finishedAt }: Job, now: Date): number | undefined {
  if (startedAt === null) return undefined
  const end = finishedAt === null ? now.getTime() : Date.parse(finishedAt)
  return Math.max(0, end - Date.parse(startedAt))
}

/** The request that waits for news of a job: it responds when the status changes, or after a moment with how far it is. */
export const buildWaitPath = (path: string, known: Job | undefined): string =>
  known && isUnfinished(known) ? `${path}?wait=2&status=${known.status}` : path
