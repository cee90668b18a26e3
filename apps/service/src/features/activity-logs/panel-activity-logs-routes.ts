import { respondWithList } from '../../http/listing/list-response.js'
import { definePage } from '../../http/listing/objects.js'
import { memberRoute, type Route } from '../../http/route.js'
import { ActivityLog } from './activity-log.js'
import { activityLogListing } from './activity-log-listing.js'
import { ActivityLogsQuery } from './activity-logs-query.js'

export const panelActivityLogsRoutes: readonly Route[] = [
  memberRoute(
    {
      method: 'get',
      path: '/api/projects/{projectId}/environments/{environmentId}/activity-logs',
      level: 'admin',
      tag: 'Activity logs',
      summary: 'List what people did in an environment',
      query: ActivityLogsQuery,
      response: definePage(ActivityLog),
      ndjson: true,
    },
    call => respondWithList(call, activityLogListing, call.environment),
  ),
]
