import { BoundedCount, countFields } from '../../http/listing/count-list.js'
import { exportFields, exportList } from '../../http/listing/export-list.js'
import { respondWithList } from '../../http/listing/list-response.js'
import { definePage } from '../../http/listing/objects.js'
import { memberRoute, type Route } from '../../http/route.js'
import { entryParams, provenEntry, readProvenEntry } from '../log-entries/log-entry.js'
import { AdminLog } from './admin-log.js'
import { adminLogCsv } from './admin-log-csv.js'
import { adminLogListing } from './admin-log-listing.js'
import { AdminLogsQuery } from './admin-logs-query.js'

const path = '/api/projects/{projectId}/admin-logs'
const common = { method: 'get', level: 'admin', tag: 'Admin logs' } as const

export const panelAdminLogsRoutes: readonly Route[] = [
  memberRoute(
    {
      ...common,
      path,
      summary: 'List changes to the configuration of a project',
      query: AdminLogsQuery.extend(countFields),
      response: definePage(AdminLog).extend({ count: BoundedCount.optional() }),
      ndjson: true,
    },
    call => respondWithList(call, adminLogListing, call.project),
  ),
  memberRoute(
    {
      ...common,
      path: `${path}/export`,
      summary: 'Save changes to the configuration of a project as a file',
      description: 'NDJSON with the lines of the public API, or CSV, while it is read.',
      query: AdminLogsQuery.extend(exportFields),
      contentType: 'application/x-ndjson',
    },
    call => exportList(call, adminLogListing, call.project, adminLogCsv),
  ),
  memberRoute(
    {
      ...common,
      path: `${path}/entries/{createdAt}`,
      summary: 'Show an entry and verify the hash chain around it',
      params: entryParams,
      response: provenEntry(AdminLog),
    },
    call => readProvenEntry(call, adminLogListing, call.project, 'admin_logs'),
  ),
]
