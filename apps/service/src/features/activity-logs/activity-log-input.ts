import { z } from 'zod'
import { activityLogActions, activityLogTypes } from './activity-log-actions.js'

// PostgreSQL keeps no NUL, and half a surrogate pair would come back changed and break the hash chain.
const UNSTORABLE = /[\0\p{Surrogate}]/u

const text = (max: number) =>
  z
    .string()
    .min(1, 'must not be empty')
    .max(max, `must have at most ${max} characters`)
    .refine(value => !UNSTORABLE.test(value), 'must not hold NUL or half of a surrogate pair')

const name = text(250)

/** One entry as an agent sends it. */
const ActivityLogInput = z
  .strictObject({
    key: text(100).describe('Made by the sender. An entry whose key was written before is skipped'),
    type: z.enum(activityLogTypes),
    action: z.enum(activityLogActions),
    label: text(1000).optional(),
    recordIds: z.array(text(500)).max(10_000, 'must have at most 10000 ids').optional(),
    userId: z
      .number()
      .int('must be an integer')
      .min(1, 'must be at least 1')
      .describe('Who did it: somebody who is or was a member of the project'),
    teamName: name
      .optional()
      .describe('A team of the project, also a deleted one. Default: the first team of the user'),
    collectionName: name.optional(),
    inboxName: name.optional(),
    workflow: z
      .strictObject({
        name,
        runId: name,
        stepName: name.optional(),
        optionName: name.optional(),
      })
      .optional(),
  })
  .meta({ id: 'ActivityLogInput' })

/** The body of a batch. */
export const ActivityLogBatch = z.strictObject({
  entries: z
    .array(ActivityLogInput)
    .min(1, 'must have from 1 to 1000 entries')
    .max(1000, 'must have from 1 to 1000 entries'),
})
