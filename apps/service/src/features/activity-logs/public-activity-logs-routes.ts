import { respondWithPublicList } from '../../http/listing/list-response.js'
import { listEnvelope } from '../../http/listing/objects.js'
import { type Route, tokenRoute } from '../../http/route.js'
import { ActivityLog } from './activity-log.js'
import { activityLogListing } from './activity-log-listing.js'
import { ActivityLogsQuery } from './activity-logs-query.js'

export const publicActivityLogsRoutes: readonly Route[] = [
  tokenRoute(
    {
      method: 'get',
      path: '/v1/project/{projectName}/environment/{environmentName}/activity-logs',
      scope: 'activity_logs:read',
      tag: 'Activity logs',
      summary: 'List what people did in an environment',
      description:
        'The newest first. With `order=asc` and `cursor`, new entries can be followed without gaps or repetitions.',
      query: ActivityLogsQuery,
      response: listEnvelope(ActivityLog, ['projectName', 'environmentName']).meta({
        id: 'ActivityLogList',
      }),
      ndjson: true,
    },
    call => respondWithPublicList(call, activityLogListing, call.environment),
  ),
]
