import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database, JobProgress } from '../../store/schema.js'
import { CHANNEL, type JobNews } from './job-news.js'

/** A job that waits this long without beginning is given up. */
const QUEUE_HOURS = 24

/** A job that is ours to run. */
export interface TakenJob {
  readonly id: number
  readonly projectId: number
  readonly kind: string
  readonly parameters: object
  readonly timeoutSeconds: number
}

/** How a job ended. */
export interface JobEnd {
  readonly status: 'succeeded' | 'failed' | 'timed_out' | 'cancelled'
  readonly exitCode: number
  /** JSON. */
  readonly result?: string
  readonly error?: string
}

/** The end of each job that did not end by itself. */
export const jobEnds = {
  failed: error => ({ status: 'failed', exitCode: 1, error }),
  timedOut: error => ({ status: 'timed_out', exitCode: 124, error }),
  cancelled: error => ({ status: 'cancelled', exitCode: 130, error }),
  died: error => ({ status: 'failed', exitCode: 137, error }),
} as const satisfies Readonly<Record<string, (error: string) => JobEnd>>

const UNIQUE_VIOLATION = '23505'

/** Who runs a job: only that process may change it. */
export interface JobHolder {
  readonly id: number
  readonly instance: string
}

/** Tells every instance, when the statement that holds it is committed. */
export const announcement = (news: JobNews): RawBuilder<unknown> =>
  sql`pg_notify(${CHANNEL}, ${`${news} `} || jobs.id)`

/** Whether any job waits or runs: one look into an index that is empty most of the time. */
export async function hasUnfinishedJobs(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql`
    select 1 from jobs where status in ('queued', 'running') limit 1`.execute(db)
  return rows.length > 0
}

/** Takes the job that has waited longest of those that may begin; of several who ask at once, one gets it. */
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
      // Another instance began a job of this kind and project at the same moment: there may be others.
      const isTaken = error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION
      if (!isTaken) throw error
    }
  }
}

/** Tells that a job is alive and how far it is. Answers whether it is still ours, and wanted. */
export async function keepAlive(
  db: Kysely<Database>,
  { id, instance }: JobHolder,
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

/** Writes how a job of ours ended. */
export async function endJob(
  db: Kysely<Database>,
  { id, instance }: JobHolder,
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

/** Gives a job of ours back, to be begun anew. Answers whether it is wanted any more. */
export async function putBack(db: Kysely<Database>, { id, instance }: JobHolder): Promise<boolean> {
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

/** By when a job that waits must have begun. */
export const queueDeadline = sql<string>`clock_timestamp() + ${QUEUE_HOURS} * interval '1 hour'`

/** Ends what nobody else would: jobs that no instance began in time, and those whose process is gone. */
export async function endAbandoned(
  db: Kysely<Database>,
  {
    instance,
    silentSeconds,
  }: {
    readonly instance: string
    /** After which a process counts as gone. */
    readonly silentSeconds: number
  },
): Promise<void> {
  await endWhere(
    db,
    sql`status = 'queued' and deadline <= clock_timestamp()`,
    jobEnds.timedOut(`No instance of the service began it within ${QUEUE_HOURS} hours.`),
  )
  await endWhere(
    db,
    sql`status = 'running' and instance <> ${instance}
      and heartbeat_at <= clock_timestamp() - ${silentSeconds} * interval '1 second'`,
    jobEnds.died('The process that ran it died, or lost its database. It may be started again.'),
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
