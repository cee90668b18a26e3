import type { Selectable } from 'kysely'
import type { ActivityLogsTable } from '../../store/schema.js'

/** The content that the hash of an activity log entry covers: all columns. */
export function activityLogEntry(row: Omit<Selectable<ActivityLogsTable>, 'hash'>): object {
  return {
    environmentId: row.environment_id,
    seq: row.seq,
    createdAt: row.created_at,
    // Omitted when absent, so that the hashes of entries written by earlier versions stay valid.
    occurredAt: row.occurred_at ?? undefined,
    type: row.type,
    action: row.action,
    label: row.label,
    recordIds: row.record_ids,
    userId: row.user_id,
    username: row.username,
    userEmail: row.user_email,
    teamName: row.team_name,
    collectionName: row.collection_name,
    inboxName: row.inbox_name,
    workflow: row.workflow,
    correlationKey: row.correlation_key ?? undefined,
    viewedAsRole: row.viewed_as_role ?? undefined,
  }
}
