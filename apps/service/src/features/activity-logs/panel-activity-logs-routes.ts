import { defineLogRoutes } from '../log-entries/define-log-routes.js'
import { ActivityLog } from './activity-log.js'
import { activityLogCsv } from './activity-log-csv.js'
import { activityLogListing } from './activity-log-listing.js'
import { ActivityLogsQuery } from './activity-logs-query.js'

export const panelActivityLogsRoutes = defineLogRoutes({
  path: '/api/projects/{projectId}/environments/{environmentId}/activity-logs',
  tag: 'Activity logs',
  content: 'what people did in an environment',
  query: ActivityLogsQuery,
  item: ActivityLog,
  listing: activityLogListing,
  csv: activityLogCsv,
  kind: 'activity_logs',
  getOwner: ({ environment }) => environment,
})
