import type { Selectable } from 'kysely'
import type { ActivityLogsTable } from '../../store/schema.js'

/** The content that the hash of an activity log entry covers: all columns. */
export function activityLogEntry(row: Omit<Selectable<ActivityLogsTable>, 'hash'>): object {
  // In the order of the names, as the hash needs them: this makes hashing several times as fast.
  return {
    action: row.action,
    collectionName: row.collection_name,
    // Omitted when absent, so that the hashes of entries written by earlier versions stay valid.
    correlationKey: row.correlation_key ?? undefined,
    createdAt: row.created_at,
    environmentId: row.environment_id,
    inboxName: row.inbox_name,
    label: row.label,
    occurredAt: row.occurred_at ?? undefined,
    recordIds: row.record_ids,
    seq: row.seq,
    teamName: row.team_name,
    type: row.type,
    userEmail: row.user_email,
    userId: row.user_id,
    username: row.username,
    viewedAsRole: row.viewed_as_role ?? undefined,
    workflow: row.workflow,
  }
}
