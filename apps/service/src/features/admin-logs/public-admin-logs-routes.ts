import { respondWithPublicList } from '../../http/listing/list-response.js'
import { listEnvelope } from '../../http/listing/objects.js'
import { type Route, tokenRoute } from '../../http/route.js'
import { AdminLog } from './admin-log.js'
import { adminLogListing } from './admin-log-listing.js'
import { AdminLogsQuery } from './admin-logs-query.js'

export const publicAdminLogsRoutes: readonly Route[] = [
  tokenRoute(
    {
      method: 'get',
      path: '/v1/project/{projectName}/admin-logs',
      scope: 'admin_logs:read',
      tag: 'Admin logs',
      summary: 'List changes to the configuration of a project',
      description:
        'The newest first. With `order=asc` and `cursor`, new entries can be followed without gaps or repetitions.',
      query: AdminLogsQuery,
      response: listEnvelope(AdminLog, ['projectName']).meta({ id: 'AdminLogList' }),
      ndjson: true,
    },
    call => respondWithPublicList(call, adminLogListing, call.project),
  ),
]
