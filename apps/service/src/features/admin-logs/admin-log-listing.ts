import type { Selectable } from 'kysely'
import {
  equals,
  instantColumn,
  type Listing,
  logId,
  type Owner,
} from '../../http/listing/listing.js'
import { userReference } from '../../http/listing/objects.js'
import type { AdminLogsTable } from '../../store/schema.js'
import type { AdminLog } from './admin-log.js'

type AdminLogRow = Omit<Selectable<AdminLogsTable>, 'project_id' | 'hash'>

/** The list of admin logs of a project. */
export const adminLogListing: Listing<AdminLogRow, AdminLog> = {
  name: 'admin-logs',
  filters: {
    userId: equals('user_id', 'bigint'),
    userEmail: equals('lower(user_email)', 'text', email => `(select lower(${email}))`),
    resource: equals('resource', 'text'),
    type: equals('type', 'text'),
    initiator: equals('initiator', 'text'),
    ...instantColumn('createdAt', 'created_at'),
  },
  statement: buildSelection => {
    const { conditions, orderBy, limit } = buildSelection()
    return `
      select created_at, seq, type, resource, initiator, user_id, username, user_email,
        previous_value, new_value
      from admin_logs where project_id = $1${conditions}
      order by ${orderBy} limit ${limit}`
  },
  toItem: toAdminLog,
}

function toAdminLog(row: AdminLogRow, project: Owner): AdminLog {
  return {
    object: 'adminLog',
    id: logId(project, row.seq),
    // The columns are written from the same lists of values, so the casts are safe.
    type: row.type as AdminLog['type'],
    resource: row.resource as AdminLog['resource'],
    initiator: row.initiator as AdminLog['initiator'],
    createdAt: row.created_at,
    user:
      row.user_id === null
        ? undefined
        : userReference(row.user_id, row.username ?? '', row.user_email ?? ''),
    previousValue: (row.previous_value as AdminLog['previousValue']) ?? undefined,
    newValue: (row.new_value as AdminLog['newValue']) ?? undefined,
  }
}
