import { z } from 'zod'
import { instant, namedObject, UserReference } from '../../http/listing/objects.js'
import { activityLogActions, activityLogTypes } from './activity-log-actions.js'

/** An activity log entry about one record. It does not name the other records it is about. */
export const RecordActivity = z
  .object({
    object: z.literal('recordActivity'),
    id: z.string(),
    type: z.enum(activityLogTypes),
    action: z.enum(activityLogActions),
    label: z.string().optional(),
    recordCount: z.number().int().meta({ description: 'How many records it was done to' }),
    createdAt: instant.meta({ description: 'When it was written' }),
    occurredAt: instant.meta({ description: 'When it happened: the order of the list' }),
    user: UserReference,
    team: namedObject('team'),
    correlationKey: z.string().optional().meta({
      description: 'Identifies the request, as in the audit trail of the agent. Writes only',
    }),
  })
  .meta({ id: 'RecordActivity' })
export type RecordActivity = z.output<typeof RecordActivity>
