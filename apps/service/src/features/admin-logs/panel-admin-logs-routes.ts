import { defineLogRoutes } from '../log-entries/define-log-routes.js'
import { AdminLog } from './admin-log.js'
import { adminLogCsv } from './admin-log-csv.js'
import { adminLogListing } from './admin-log-listing.js'
import { AdminLogsQuery } from './admin-logs-query.js'

export const panelAdminLogsRoutes = defineLogRoutes({
  path: '/api/projects/{projectId}/admin-logs',
  tag: 'Admin logs',
  content: 'changes to the configuration of a project',
  query: AdminLogsQuery,
  item: AdminLog,
  listing: adminLogListing,
  csv: adminLogCsv,
  kind: 'admin_logs',
  getOwner: ({ project }) => project,
})
