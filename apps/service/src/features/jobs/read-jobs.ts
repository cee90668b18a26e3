import type { Kysely, Selectable } from 'kysely'
import { NotFoundError } from '../../errors.js'
import { userReference } from '../../http/listing/objects.js'
import type { Database, JobsTable } from '../../store/schema.js'
import type { Job, JobSummary } from './job.js'

const columns = [
  'jobs.id',
  'jobs.kind',
  'jobs.status',
  'jobs.parameters',
  'jobs.progress',
  'jobs.exit_code',
  'jobs.error',
  'jobs.timeout_seconds',
  'jobs.created_by',
  'jobs.created_at',
  'jobs.started_at',
  'jobs.finished_at',
  'jobs.deadline',
  'jobs.cancel_requested_at',
] as const

type Column = (typeof columns)[number] extends `jobs.${infer Name}` ? Name : never
type Row = Pick<Selectable<JobsTable>, Column & keyof JobsTable> & {
  readonly username: string | null
  readonly email: string | null
}

const selectJobs = (db: Kysely<Database>, projectId: number) =>
  db
    .selectFrom('jobs')
    .leftJoin('users', 'users.id', 'jobs.created_by')
    .select(columns)
    .select(['users.username', 'users.email'])
    .where('jobs.project_id', '=', projectId)

/** Lists the jobs of a project, newest first. */
export async function listJobs(
  db: Kysely<Database>,
  projectId: number,
  { beforeId, limit }: { readonly beforeId: number | undefined; readonly limit: number },
): Promise<JobSummary[]> {
  let query = selectJobs(db, projectId).orderBy('jobs.id', 'desc').limit(limit)
  if (beforeId !== undefined) query = query.where('jobs.id', '<', beforeId)
  return (await query.execute()).map(toSummary)
}

/** Reads one job of a project, with its result. */
export async function readJob(db: Kysely<Database>, projectId: number, id: number): Promise<Job> {
  const row = await selectJobs(db, projectId)
    .select('jobs.result')
    .where('jobs.id', '=', id)
    .executeTakeFirst()
  if (!row) throw noSuchJob(id)
  return { ...toSummary(row), result: row.result as Job['result'] }
}

/** The same error for a job that does not exist and for a job of another project. */
export const noSuchJob = (id: number) =>
  new NotFoundError(
    `There is no job ${id} in this project, or it was deleted 30 days after its end.`,
  )

const toSummary = (row: Row): JobSummary => ({
  id: row.id,
  kind: row.kind,
  status: row.status,
  parameters: row.parameters as JobSummary['parameters'],
  progress: row.progress,
  exitCode: row.exit_code,
  error: row.error,
  timeoutSeconds: row.timeout_seconds,
  createdBy:
    row.created_by === null || row.username === null || row.email === null
      ? null
      : userReference(row.created_by, row.username, row.email),
  createdAt: row.created_at,
  startedAt: row.started_at,
  finishedAt: row.finished_at,
  deadline: row.deadline,
  cancelRequestedAt: row.cancel_requested_at,
})
