import type { Selectable } from 'kysely'
import { instantColumn, type Listing, logId, type Owner } from '../../http/listing/listing.js'
import { userReference } from '../../http/listing/objects.js'
import type { AdminLogsTable } from '../../store/schema.js'
import type { AdminLog } from './admin-log.js'

type AdminLogRow = Omit<Selectable<AdminLogsTable>, 'project_id' | 'hash'>

/** Admin logs of a project. */
export const adminLogListing: Listing<AdminLogRow, AdminLog> = {
  name: 'admin-logs',
  filters: {
    userId: value => `user_id = ${value}`,
    userEmail: value => `lower(user_email) = lower(${value})`,
    type: value => `type = ${value}`,
    initiator: value => `initiator = ${value}`,
    resource: value => `resource = ${value}`,
    ...instantColumn('createdAt', 'created_at'),
  },
  statement: ({ conditions, order, limit }) =>
    `select created_at, seq, type, resource, initiator, user_id, username, user_email,
       previous_value, new_value
     from admin_logs where project_id = $1${conditions}
     order by created_at ${order} limit ${limit}`,
  itemOf: adminLogOf,
}

function adminLogOf(row: AdminLogRow, project: Owner): AdminLog {
  return {
    object: 'adminLog',
    id: logId(project, row.seq),
    // What the columns hold was written from the same lists of values.
    type: row.type as AdminLog['type'],
    resource: row.resource as AdminLog['resource'],
    initiator: row.initiator as AdminLog['initiator'],
    createdAt: row.created_at,
    ...(row.user_id !== null && {
      user: userReference(row.user_id, row.username ?? '', row.user_email ?? ''),
    }),
    ...(row.previous_value !== null && { previousValue: { ...row.previous_value } }),
    ...(row.new_value !== null && { newValue: { ...row.new_value } }),
  }
}
