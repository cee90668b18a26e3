import type { Store } from '../store/open-store.js'

/** The admin logs of a project without their moments, the oldest first. */
export async function listAdminLogs({ db }: Store, projectId: number) {
  const rows = await db
    .selectFrom('admin_logs')
    .select(['type', 'resource', 'initiator', 'user_id', 'previous_value', 'new_value'])
    .where('project_id', '=', projectId)
    .orderBy('created_at')
    .execute()
  return rows.map(row => ({
    type: row.type,
    resource: row.resource,
    by: row.user_id ?? row.initiator,
    previous: row.previous_value,
    next: row.new_value,
  }))
}
