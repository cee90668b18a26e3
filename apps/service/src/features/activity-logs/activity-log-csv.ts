import { defineCsv } from '../../http/listing/csv.js'
import type { ActivityLog } from './activity-log.js'

/** Activity logs as a CSV file. */
export const activityLogCsv = defineCsv<ActivityLog>({
  id: ({ id }) => id,
  createdAt: ({ createdAt }) => createdAt,
  occurredAt: ({ occurredAt }) => occurredAt,
  type: ({ type }) => type,
  action: ({ action }) => action,
  label: ({ label }) => label,
  userId: ({ user }) => String(user.id),
  username: ({ user }) => user.username,
  userEmail: ({ user }) => user.email,
  environmentName: ({ environment }) => environment.name,
  teamName: ({ team }) => team.name,
  collectionName: ({ collection }) => collection?.name,
  recordIds: ({ recordIds }) => recordIds?.join(','),
  inboxName: ({ inbox }) => inbox?.name,
  workflow: ({ workflow }) => workflow && JSON.stringify(workflow),
})
