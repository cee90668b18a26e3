import { z } from 'zod'
import {
  email,
  enumParameter,
  instantFilters,
  pagingFields,
  positiveInteger,
  text,
} from '../../http/listing/list-query.js'
import { activityLogActions, activityLogTypes } from './activity-log-actions.js'

/** The filters of the lists of activity logs. */
export const ActivityLogsQuery = z.object({
  ...pagingFields,
  userEmail: email.optional().meta({ description: 'In any case' }),
  userId: positiveInteger().optional(),
  teamName: text.optional(),
  collectionName: text.optional(),
  recordId: text.optional().meta({ description: 'One of the records the action was done to' }),
  action: enumParameter(activityLogActions).optional(),
  type: enumParameter(activityLogTypes).optional(),
  status: enumParameter(['failed']).optional().meta({ description: 'Only what failed' }),
  ...instantFilters('createdAt'),
  ...instantFilters('occurredAt'),
})
