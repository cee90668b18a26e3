import { z } from 'zod'
import { instant, UserReference } from '../../http/listing/objects.js'
import { jobStatuses } from '../../store/schema.js'
import { jobKinds } from './job-kinds.js'

const MAX_SECONDS = 86_400

const Progress = z.object({
  done: z.number(),
  total: z.number().nullable().meta({ description: 'Null when it is not known.' }),
  message: z.string().nullable(),
})

/** A job in a list. */
export const JobSummary = z
  .object({
    id: z.int(),
    kind: z.string().meta({ examples: Object.keys(jobKinds) }),
    status: z.enum(jobStatuses),
    parameters: z.looseObject({}),
    progress: Progress.nullable(),
    exitCode: z
      .int()
      .nullable()
      .meta({
        description:
          '0: succeeded; 1: failed; 124: timed out; 130: cancelled; 137: its process died. ' +
          'Null while it waits or runs.',
      }),
    error: z.string().nullable().meta({ description: 'Why it did not succeed.' }),
    timeoutSeconds: z.number(),
    createdBy: UserReference.nullable(),
    createdAt: instant,
    startedAt: instant.nullable(),
    finishedAt: instant.nullable(),
    deadline: instant.meta({
      description: 'When it must have started and, once it has started, when it must have ended.',
    }),
    cancelRequestedAt: instant.nullable(),
  })
  .meta({ id: 'JobSummary' })
export type JobSummary = z.output<typeof JobSummary>

/** A job with its result. */
export const Job = JobSummary.extend({
  result: z.looseObject({}).nullable().meta({
    description: 'The result, whose shape depends on the kind; null until the job has ended.',
  }),
}).meta({ id: 'Job' })
export type Job = z.output<typeof Job>

const TIMEOUT = `must be an integer from 1 to ${MAX_SECONDS}`
const timeoutSeconds = z.int(TIMEOUT).min(1, TIMEOUT).max(MAX_SECONDS, TIMEOUT).optional()

type JobKindName = keyof typeof jobKinds
const names = Object.keys(jobKinds) as JobKindName[]

const buildJobSchema = (kind: JobKindName) =>
  z.strictObject({
    kind: z.literal(kind),
    parameters: jobKinds[kind].Parameters.optional(),
    timeoutSeconds,
  })
type Shape = ReturnType<typeof buildJobSchema>

/** The body of a request to start a job: one shape per kind. */
export const NewJob = z.discriminatedUnion(
  'kind',
  // There is at least one kind, so the cast to a non-empty list is safe.
  names.map(buildJobSchema) as [Shape, ...Shape[]],
  { error: () => `must be one of ${names.map(name => `'${name}'`).join(', ')}` },
)
export type NewJob = z.output<typeof NewJob>
