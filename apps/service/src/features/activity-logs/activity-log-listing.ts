import type { Selectable } from 'kysely'
import { instantColumn, type Listing, logId, type Owner } from '../../http/listing/listing.js'
import { userReference } from '../../http/listing/objects.js'
import type { ActivityLogsTable } from '../../store/schema.js'
import type { ActivityLog } from './activity-log.js'

type ActivityLogRow = Omit<Selectable<ActivityLogsTable>, 'environment_id' | 'hash'>

/** Activity logs of an environment. */
export const activityLogListing: Listing<ActivityLogRow, ActivityLog> = {
  name: 'activity-logs',
  filters: {
    userId: value => `user_id = ${value}`,
    userEmail: value => `lower(user_email) = lower(${value})`,
    teamName: value => `team_name = ${value}`,
    collectionName: value => `collection_name = ${value}`,
    recordId: value =>
      `record_keys(environment_id, record_ids) @> record_keys($1, array[${value}])`,
    action: value => `action = ${value}`,
    type: value => `type = ${value}`,
    ...instantColumn('createdAt', 'created_at'),
  },
  statement: ({ conditions, order, limit }) =>
    `select created_at, seq, type, action, label, record_ids, user_id, username, user_email,
       team_name, collection_name, inbox_name, workflow
     from activity_logs where environment_id = $1${conditions}
     order by created_at ${order} limit ${limit}`,
  itemOf: activityLogOf,
}

function activityLogOf(row: ActivityLogRow, environment: Owner): ActivityLog {
  return {
    object: 'activityLog',
    id: logId(environment, row.seq),
    type: row.type,
    action: row.action as ActivityLog['action'],
    ...(row.label !== null && { label: row.label }),
    ...(row.record_ids !== null && { recordIds: row.record_ids }),
    createdAt: row.created_at,
    user: userReference(row.user_id, row.username, row.user_email),
    environment: { object: 'environment', name: environment.name },
    team: { object: 'team', name: row.team_name },
    ...(row.collection_name !== null && {
      collection: { object: 'collection', name: row.collection_name },
    }),
    ...(row.inbox_name !== null && { inbox: { object: 'inbox', name: row.inbox_name } }),
    ...(row.workflow !== null && {
      workflow: { object: 'workflow', ...(row.workflow as Workflow) },
    }),
  }
}

type Workflow = Omit<NonNullable<ActivityLog['workflow']>, 'object'>
