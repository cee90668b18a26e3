import { respondWithList } from '../../http/listing/list-response.js'
import { definePage } from '../../http/listing/objects.js'
import { memberRoute, type Route } from '../../http/route.js'
import { AdminLog } from './admin-log.js'
import { adminLogListing } from './admin-log-listing.js'
import { AdminLogsQuery } from './admin-logs-query.js'

export const panelAdminLogsRoutes: readonly Route[] = [
  memberRoute(
    {
      method: 'get',
      path: '/api/projects/{projectId}/admin-logs',
      level: 'admin',
      tag: 'Admin logs',
      summary: 'List changes to the configuration of a project',
      query: AdminLogsQuery,
      response: definePage(AdminLog),
      ndjson: true,
    },
    call => respondWithList(call, adminLogListing, call.project),
  ),
]
