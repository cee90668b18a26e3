import { sql, type Transaction } from 'kysely'
import { ConflictError } from '../../errors.js'
import type { Database } from '../../store/schema.js'
import { type ActorPerson, writeAdminLog } from '../admin-logs/write-admin-log.js'
import { announcement, jobEnds } from './job-queue.js'
import { noSuchJob } from './read-jobs.js'

export interface Cancellation {
  readonly projectId: number
  readonly id: number
  readonly person: ActorPerson
}

/** Ends a waiting job and signals a running one to stop. Repeating it changes nothing. */
export async function cancelJob(
  transaction: Transaction<Database>,
  { projectId, id, person }: Cancellation,
): Promise<void> {
  const job = await transaction
    .selectFrom('jobs')
    .select(['kind', 'status', 'cancel_requested_at'])
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!job) throw noSuchJob(id)
  if (job.cancel_requested_at !== null) return
  if (job.status !== 'queued' && job.status !== 'running') {
    throw new ConflictError(`The job has ended: it is ${job.status}.`, 'job_ended')
  }
  const now = sql<string>`clock_timestamp()`
  const { status, exitCode: exit_code, error } = jobEnds.cancelled('It was cancelled.')
  await transaction
    .updateTable('jobs')
    .set({
      cancel_requested_at: now,
      ...(job.status === 'queued' && { status, exit_code, error, finished_at: now }),
    })
    .where('id', '=', id)
    .returning(announcement('cancel').as('told'))
    .execute()
  await writeAdminLog(transaction, {
    projectId,
    actor: { initiator: 'administrator', person },
    type: 'update',
    resource: 'job',
    previousValue: { object: 'job', id, kind: job.kind, status: job.status },
    newValue: { object: 'job', id, kind: job.kind, status },
  })
}
