import { BoundedCount, countFields } from '../../http/listing/count-list.js'
import { exportFields, exportList } from '../../http/listing/export-list.js'
import { respondWithList } from '../../http/listing/list-response.js'
import { definePage } from '../../http/listing/objects.js'
import { memberRoute, type Route } from '../../http/route.js'
import { entryParams, provenEntry, readProvenEntry } from '../log-entries/log-entry.js'
import { ActivityLog } from './activity-log.js'
import { activityLogCsv } from './activity-log-csv.js'
import { activityLogListing } from './activity-log-listing.js'
import { ActivityLogsQuery } from './activity-logs-query.js'

const path = '/api/projects/{projectId}/environments/{environmentId}/activity-logs'
const common = { method: 'get', level: 'admin', tag: 'Activity logs' } as const

export const panelActivityLogsRoutes: readonly Route[] = [
  memberRoute(
    {
      ...common,
      path,
      summary: 'List what people did in an environment',
      query: ActivityLogsQuery.extend(countFields),
      response: definePage(ActivityLog).extend({ count: BoundedCount.optional() }),
      ndjson: true,
    },
    call => respondWithList(call, activityLogListing, call.environment),
  ),
  memberRoute(
    {
      ...common,
      path: `${path}/export`,
      summary: 'Save what people did in an environment as a file',
      description: 'NDJSON with the lines of the public API, or CSV, while it is read.',
      query: ActivityLogsQuery.extend(exportFields),
      contentType: 'application/x-ndjson',
    },
    call => exportList(call, activityLogListing, call.environment, activityLogCsv),
  ),
  memberRoute(
    {
      ...common,
      path: `${path}/entries/{createdAt}`,
      summary: 'Show an entry and verify the hash chain around it',
      params: entryParams,
      response: provenEntry(ActivityLog),
    },
    call => readProvenEntry(call, activityLogListing, call.environment, 'activity_logs'),
  ),
]
