import { z } from 'zod'
import { activityLogActions, activityLogTypes } from './activity-log-actions.js'
import { readOccurredAt } from './read-occurred-at.js'

// PostgreSQL cannot store NUL, and an unpaired surrogate would be read back changed and break the hash chain.
const UNSTORABLE = /[\0\p{Surrogate}]/u

const text = (max: number) =>
  z
    .string()
    .min(1, 'must not be empty')
    .max(max, `must have at most ${max} characters`)
    .refine(value => !UNSTORABLE.test(value), 'must not contain NUL or an unpaired surrogate')

const name = text(250)

/** One entry as an agent sends it. Unknown fields come from a newer agent and are ignored. */
export const ActivityLogInput = z
  .object({
    key: text(100).describe(
      'Chosen by the sender. An entry whose key was already written is skipped',
    ),
    type: z.enum(activityLogTypes),
    action: z.enum(activityLogActions),
    label: text(1000).optional(),
    recordIds: z.array(text(500)).max(10_000, 'must have at most 10000 ids').optional(),
    occurredAt: z.unknown().transform(readOccurredAt).optional().meta({
      type: 'string',
      format: 'date-time',
      description:
        'When it happened, by the clock of the sender. An invalid instant, or one before 2000, counts as absent; one in the future counts as now',
    }),
    correlationKey: text(100)
      .optional()
      .describe('Identifies the request of a write, as in the audit trail of the agent'),
    viewedAsRole: name
      .optional()
      .describe('The name of the role as which an administrator looked at the data'),
    userId: z.number().int('must be an integer').min(1, 'must be at least 1'),
    username: name
      .optional()
      .describe('The name of the user at that time. Default: the current name'),
    userEmail: text(500).optional().describe('Likewise'),
    teamName: name
      .optional()
      .describe('The name of the team at that time. Default: the first team of the user'),
    collectionName: name.optional(),
    inboxName: name.optional(),
    workflow: z
      .object({
        name,
        runId: name,
        stepName: name.optional(),
        optionName: name.optional(),
      })
      .optional(),
  })
  .meta({ id: 'ActivityLogInput' })

/** An entry that failed validation. */
export class RejectedEntry {
  readonly given: unknown
  constructor(given: unknown) {
    this.given = given
  }
}

/** The body of a batch. An invalid entry does not prevent the others from being written. */
export const ActivityLogBatch = z.strictObject({
  entries: z
    .array(z.union([ActivityLogInput, z.unknown().transform(given => new RejectedEntry(given))]))
    .min(1, 'must have from 1 to 1000 entries')
    .max(1000, 'must have from 1 to 1000 entries'),
})
