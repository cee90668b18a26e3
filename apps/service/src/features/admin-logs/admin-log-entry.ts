import type { Selectable } from 'kysely'
import type { AdminLogsTable } from '../../store/schema.js'

/** The content that the hash of an admin log entry covers: all columns. */
export function adminLogEntry(row: Omit<Selectable<AdminLogsTable>, 'hash'>): object {
  return {
    projectId: row.project_id,
    seq: row.seq,
    createdAt: row.created_at,
    type: row.type,
    resource: row.resource,
    initiator: row.initiator,
    userId: row.user_id,
    username: row.username,
    userEmail: row.user_email,
    previousValue: row.previous_value,
    newValue: row.new_value,
  }
}
