import { sql, type Transaction } from 'kysely'
import { ConflictError } from '../../errors.js'
import { canonicalJson } from '../../logs/canonical-json.js'
import type { Database } from '../../store/schema.js'
import { type ActorPerson, writeAdminLog } from '../admin-logs/write-admin-log.js'
import { keyReused } from '../notes/idempotency.js'
import { lockProject } from '../people/lock-project.js'
import { announcement, queueDeadline } from './job-queue.js'

/** The maximum number of waiting and running jobs of a project. */
const MAX_UNFINISHED = 10

export interface JobRequest {
  readonly projectId: number
  readonly kind: string
  readonly parameters: object
  readonly timeoutSeconds: number
  readonly person: ActorPerson
  /** The client's idempotency key: a second request with it returns the first job. */
  readonly idempotencyKey?: string | undefined
}

/** Adds a job to the queue, or returns the one that an identical request created. */
export async function requestJob(
  transaction: Transaction<Database>,
  request: JobRequest,
): Promise<{ readonly id: number; readonly isRepeated: boolean }> {
  const { projectId, kind, parameters, timeoutSeconds, person, idempotencyKey } = request
  await lockProject(transaction, projectId)
  const earlier = await findRepeated(transaction, request)
  if (earlier !== undefined) return { id: earlier, isRepeated: true }
  await refuseFullQueue(transaction, projectId)
  const { id } = await transaction
    .insertInto('jobs')
    .values({
      project_id: projectId,
      kind,
      parameters: JSON.stringify(parameters),
      timeout_seconds: timeoutSeconds,
      created_by: person.id,
      idempotency_key: idempotencyKey ?? null,
      deadline: queueDeadline,
    })
    .returning(['id', announcement('queued').as('told')])
    .executeTakeFirstOrThrow()
  await writeAdminLog(transaction, {
    projectId,
    actor: { initiator: 'administrator', person },
    type: 'add',
    resource: 'job',
    newValue: { object: 'job', id, kind, parameters, timeoutSeconds },
  })
  return { id, isRepeated: false }
}

/** The project is locked, so of two requests with one key the second finds the first. */
async function findRepeated(
  transaction: Transaction<Database>,
  { projectId, kind, parameters, timeoutSeconds, person, idempotencyKey }: JobRequest,
): Promise<number | undefined> {
  if (idempotencyKey === undefined) return undefined
  const row = await transaction
    .selectFrom('jobs')
    .select(['id', 'kind', 'parameters', 'timeout_seconds'])
    .where('project_id', '=', projectId)
    .where('created_by', '=', person.id)
    .where('idempotency_key', '=', idempotencyKey)
    .where('created_at', '>', sql<string>`clock_timestamp() - interval '24 hours'`)
    .executeTakeFirst()
  if (!row) return undefined
  const before = [row.kind, row.parameters, row.timeout_seconds]
  if (canonicalJson(before) === canonicalJson([kind, parameters, timeoutSeconds])) return row.id
  throw keyReused()
}

async function refuseFullQueue(
  transaction: Transaction<Database>,
  projectId: number,
): Promise<void> {
  const { count } = await transaction
    .selectFrom('jobs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirstOrThrow()
  if (count < MAX_UNFINISHED) return
  throw new ConflictError(
    `${count} jobs of this project have not ended yet. Wait for one, or cancel one.`,
    'too_many_jobs',
  )
}
