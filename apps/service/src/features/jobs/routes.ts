import { z } from 'zod'
import { type MemberCall, memberRoute, type Route } from '../../http/route.js'
import { readUntil, WaitSeconds } from '../../http/waiting-requests.js'
import { jobStatuses } from '../../store/schema.js'
import { idempotencyErrors, idempotencyHeaders, readIdempotencyKey } from '../notes/idempotency.js'
import { IdPageQuery, idPage, readIdPage } from '../people/id-page.js'
import { PathId } from '../projects/fields.js'
import { cancelJob } from './cancel-job.js'
import { Job, JobSummary, NewJob } from './job.js'
import { jobKinds } from './job-kinds.js'
import { listJobs, readJob } from './read-jobs.js'
import { requestJob } from './request-job.js'

const path = '/api/projects/{projectId}/jobs'
const common = { tag: 'Jobs', level: 'admin' } as const
const one = { ...common, path: `${path}/{jobId}`, params: z.object({ jobId: PathId }) }

/** The value of `Retry-After`, in seconds. */
const RETRY_AFTER = '2'

const WaitQuery = z.object({
  wait: WaitSeconds.meta({ description: 'Seconds to wait for a status change before responding' }),
  status: z.enum(jobStatuses).optional().meta({
    description: 'Wait until the status differs from this one. Default: the current status',
  }),
})

const description = `
The work is done in the background. Ask at \`Location\` until \`exitCode\` is a number. A project has one
running job of a kind; more of them wait for their turn.
`.trim()

type Wait = z.output<typeof WaitQuery>
type JobCall<Query> = MemberCall<{ jobId: number }, Query>

/** Routes to start, follow and cancel background jobs. */
export const jobRoutes: readonly Route[] = [
  memberRoute(
    {
      ...common,
      method: 'post',
      path,
      summary: 'Start a job',
      description,
      headers: idempotencyHeaders,
      status: 202,
      body: NewJob,
      response: Job,
      errors: {
        ...idempotencyErrors,
        too_many_jobs: 'Too many jobs of the project have not ended yet.',
      },
    },
    async call => {
      const { deps, project, person, body, headers } = call
      const { kind, parameters = {}, timeoutSeconds = jobKinds[kind].timeoutSeconds } = body
      const { id, isRepeated } = await deps.store.db.transaction().execute(transaction =>
        requestJob(transaction, {
          projectId: project.id,
          kind,
          parameters,
          timeoutSeconds,
          person,
          idempotencyKey: readIdempotencyKey(call),
        }),
      )
      deps.jobs.wake()
      if (isRepeated) headers['Idempotent-Replayed'] = 'true'
      headers.Location = `/api/projects/${project.id}/jobs/${id}`
      return respondWithJob(call, await readJob(deps.store.db, project.id, id))
    },
  ),
  memberRoute(
    {
      ...common,
      method: 'get',
      path,
      summary: 'List jobs, the newest first',
      query: IdPageQuery,
      response: idPage(JobSummary),
    },
    ({ deps, project, query }) =>
      readIdPage(query, ({ afterId, limit }) =>
        listJobs(deps.store.db, project.id, {
          beforeId: afterId === 0 ? undefined : afterId,
          limit,
        }),
      ),
  ),
  memberRoute(
    {
      ...one,
      method: 'get',
      summary: 'Show a job, or wait until its status changes',
      query: WaitQuery,
      response: Job,
    },
    async call => respondWithJob(call, await followJob(call)),
  ),
  memberRoute(
    {
      ...one,
      method: 'delete',
      summary: 'Cancel a job',
      description:
        'A waiting job ends immediately; a running one stops at its next step. What it has done until then remains.',
      response: Job,
      errors: { job_ended: 'The job ended before it was cancelled.' },
    },
    async call => {
      const { deps, project, person, params } = call
      const target = { projectId: project.id, id: params.jobId, person }
      await deps.store.db.transaction().execute(transaction => cancelJob(transaction, target))
      return respondWithJob(call, await readJob(deps.store.db, project.id, params.jobId))
    },
  ),
]

function respondWithJob({ headers }: Pick<MemberCall, 'headers'>, job: Job): Job {
  if (job.exitCode === null) headers['Retry-After'] = RETRY_AFTER
  return job
}

/** Returns a job immediately or, when the request waits, as soon as its status changes. */
async function followJob({ deps, project, params, query, request }: JobCall<Wait>): Promise<Job> {
  const read = () => readJob(deps.store.db, project.id, params.jobId)
  const before = await read()
  const { wait, status: known = before.status } = query
  if (wait === 0 || before.exitCode !== null || before.status !== known) return before
  // A waiting request does no work, so it does not count towards the overload limit.
  request.stopCounting()
  return readUntil({
    seconds: wait,
    signal: request.signal,
    read,
    isEnough: job => job.status !== known,
    next: signal => deps.jobs.nextNotification(params.jobId, signal),
  })
}
