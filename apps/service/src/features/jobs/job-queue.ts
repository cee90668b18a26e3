import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database, JobProgress } from '../../store/schema.js'
import { CHANNEL, type JobNotification } from './job-notifications.js'

/** A job that has not started after this time is ended. */
const QUEUE_HOURS = 24

/** A job that this instance runs. */
export interface TakenJob {
  readonly id: number
  readonly projectId: number
  readonly kind: string
  readonly parameters: object
  readonly timeoutSeconds: number
}

/** The final state of a job. */
export interface JobEnd {
  readonly status: 'succeeded' | 'failed' | 'timed_out' | 'cancelled'
  readonly exitCode: number
  /** JSON text. */
  readonly result?: string
  readonly error?: string
}

/** The final state of jobs that were ended from outside. */
export const jobEnds = {
  failed: error => ({ status: 'failed', exitCode: 1, error }),
  timedOut: error => ({ status: 'timed_out', exitCode: 124, error }),
  cancelled: error => ({ status: 'cancelled', exitCode: 130, error }),
  died: error => ({ status: 'failed', exitCode: 137, error }),
} as const satisfies Readonly<Record<string, (error: string) => JobEnd>>

const UNIQUE_VIOLATION = '23505'

/** The instance that runs a job: only that process may change it. */
export interface JobLease {
  readonly id: number
  readonly instance: string
}

/** Notifies every instance when the statement that contains it is committed. */
export const announcement = (notification: JobNotification): RawBuilder<unknown> =>
  sql`pg_notify(${CHANNEL}, ${`${notification} `} || jobs.id)`

/** Whether any job is waiting or running: one lookup in an index that is usually empty. */
export async function hasUnfinishedJobs(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql`
    select 1 from jobs where status in ('queued', 'running') limit 1`.execute(db)
  return rows.length > 0
}

/** Claims the longest-waiting job that may start; of several instances, one gets it. */
export async function takeJob(
  db: Kysely<Database>,
  { instance, kinds }: { readonly instance: string; readonly kinds: readonly string[] },
): Promise<TakenJob | undefined> {
  const take = sql<TakenJob>`
    update jobs set status = 'running', instance = ${instance}, progress = null,
      started_at = clock_timestamp(), heartbeat_at = clock_timestamp(),
      deadline = clock_timestamp() + timeout_seconds * interval '1 second'
    where id = (
      select id from jobs as waiting
      where status = 'queued' and kind = any(${kinds}::text[]) and deadline > clock_timestamp()
        and not exists (select from jobs as other where other.status = 'running'
          and other.project_id = waiting.project_id and other.kind = waiting.kind)
      order by id limit 1 for update skip locked)
    returning id, project_id as "projectId", kind, parameters,
      timeout_seconds as "timeoutSeconds", ${announcement('running')}`
  for (;;) {
    try {
      return (await take.execute(db)).rows[0]
    } catch (error) {
      // Another instance started a job of this kind and project at the same time; other jobs may be
      // available.
      const isTaken = error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION
      if (!isTaken) throw error
    }
  }
}

/**
 * Renews the lease of a job and stores its progress. Returns whether the job still belongs to this instance
 * and was not cancelled.
 */
export async function keepAlive(
  db: Kysely<Database>,
  { id, instance }: JobLease,
  progress: JobProgress | undefined,
): Promise<'wanted' | 'cancelled' | 'lost'> {
  const row = await db
    .updateTable('jobs')
    .set({
      heartbeat_at: sql<string>`clock_timestamp()`,
      ...(progress && { progress: JSON.stringify(progress) }),
    })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .where('instance', '=', instance)
    .returning('cancel_requested_at')
    .executeTakeFirst()
  if (!row) return 'lost'
  return row.cancel_requested_at === null ? 'wanted' : 'cancelled'
}

/** Records the final state of a job of this instance. */
export async function endJob(
  db: Kysely<Database>,
  { id, instance }: JobLease,
  end: JobEnd,
  progress?: JobProgress,
): Promise<void> {
  await db
    .updateTable('jobs')
    .set({
      status: end.status,
      exit_code: end.exitCode,
      result: end.result ?? null,
      error: end.error ?? null,
      finished_at: sql<string>`clock_timestamp()`,
      ...(progress && { progress: JSON.stringify(progress) }),
    })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .where('instance', '=', instance)
    .returning(announcement('ended').as('told'))
    .execute()
}

/** Returns a job to the queue so that it starts again. Returns false when it was cancelled. */
export async function requeueJob(
  db: Kysely<Database>,
  { id, instance }: JobLease,
): Promise<boolean> {
  const row = await db
    .updateTable('jobs')
    .set({
      status: 'queued',
      instance: null,
      progress: null,
      started_at: null,
      heartbeat_at: null,
      deadline: queueDeadline,
    })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .where('instance', '=', instance)
    .where('cancel_requested_at', 'is', null)
    .returning(announcement('queued').as('told'))
    .executeTakeFirst()
  return row !== undefined
}

/** The time by which a waiting job must have started. */
export const queueDeadline = sql<string>`clock_timestamp() + ${QUEUE_HOURS} * interval '1 hour'`

/** Ends jobs that no instance started in time and jobs whose process has died. */
export async function endAbandoned(
  db: Kysely<Database>,
  {
    instance,
    silentSeconds,
  }: {
    readonly instance: string
    /** The time without a heartbeat after which a process counts as dead. */
    readonly silentSeconds: number
  },
): Promise<void> {
  await endWhere(
    db,
    sql`status = 'queued' and deadline <= clock_timestamp()`,
    jobEnds.timedOut(`No instance of the service started it within ${QUEUE_HOURS} hours.`),
  )
  await endWhere(
    db,
    sql`status = 'running' and instance <> ${instance}
      and heartbeat_at <= clock_timestamp() - ${silentSeconds} * interval '1 second'`,
    jobEnds.died(
      'The process that ran it died, or lost the connection to the database. You can start it again.',
    ),
  )
}

async function endWhere(
  db: Kysely<Database>,
  condition: RawBuilder<unknown>,
  { status, exitCode, error }: JobEnd,
): Promise<void> {
  await sql`
    update jobs set status = ${status}, exit_code = ${exitCode}, error = ${error},
      finished_at = clock_timestamp()
    where ${condition}
    returning ${announcement('ended')}`.execute(db)
}
