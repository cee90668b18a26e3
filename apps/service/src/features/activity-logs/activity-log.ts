import { z } from 'zod'
import { instant, namedObject, UserReference } from '../../http/listing/objects.js'
import { activityLogActions, activityLogTypes } from './activity-log-actions.js'

/** An activity log as every API returns it. */
export const ActivityLog = z
  .object({
    object: z.literal('activityLog'),
    id: z.string(),
    type: z.enum(activityLogTypes),
    action: z.enum(activityLogActions),
    label: z.string().optional(),
    recordIds: z.array(z.string()).optional(),
    createdAt: instant.meta({ description: 'When it was written: the order of the list' }),
    occurredAt: instant.meta({
      description: 'When it happened, by the clock of the agent; never after createdAt',
    }),
    user: UserReference,
    environment: namedObject('environment'),
    team: namedObject('team'),
    viewedAsRole: z.string().optional().meta({
      description: 'The name of the role as which an administrator looked at the data, read-only',
    }),
    collection: namedObject('collection').optional(),
    inbox: namedObject('inbox').optional().meta({ description: 'When done in an inbox' }),
    workflow: namedObject('workflow')
      .extend({
        runId: z.string(),
        stepName: z.string().optional(),
        optionName: z.string().optional(),
      })
      .optional(),
  })
  .meta({ id: 'ActivityLog' })
export type ActivityLog = z.output<typeof ActivityLog>
