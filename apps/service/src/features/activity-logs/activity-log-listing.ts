import type { Selectable } from 'kysely'
import {
  equals,
  type Filter,
  instantColumn,
  type Listing,
  type ListSelection,
  logId,
  type Owner,
} from '../../http/listing/listing.js'
import { named, userReference } from '../../http/listing/objects.js'
import type { ActivityLogsTable } from '../../store/schema.js'
import type { ActivityLog } from './activity-log.js'
import { occurredFilters, partsByDelay } from './occurred-filters.js'

type ActivityLogRow = Omit<
  Selectable<ActivityLogsTable>,
  'environment_id' | 'hash' | 'correlation_key'
>

/** The list of activity logs of an environment. */
export const activityLogListing: Listing<ActivityLogRow, ActivityLog> = {
  name: 'activity-logs',
  filters: {
    recordId: equals('record_ids[1]', 'text'),
    userId: equals('user_id', 'bigint'),
    userEmail: equals('lower(user_email)', 'text', email => `(select lower(${email}))`),
    collectionName: equals('collection_name', 'text'),
    teamName: equals('team_name', 'text'),
    action: equals('action', 'text'),
    type: equals('type', 'text'),
    ...instantColumn('createdAt', 'created_at'),
    ...occurredFilters,
  },
  statement: buildSelection => {
    const selection = buildSelection()
    const parts = partsByDelay(selection.has).flatMap(filters => {
      const part = matching(buildSelection(filters))
      if (!selection.has('recordId')) return [part]
      return [part, selectTogether(buildSelection({ ...filters, recordId: amongOthers }))]
    })
    if (parts.length === 1) return parts.join()
    return `
      select * from (${parts.map(part => `(${part})`).join(' union all ')}) log
      order by created_at ${selection.order} limit ${selection.limit}`
  },
  toItem: toActivityLog,
}

const COLUMNS = `created_at, seq, type, action, label, record_ids, user_id, username, user_email,
  team_name, collection_name, inbox_name, workflow, occurred_at, viewed_as_role`

const matching = ({ conditions, orderBy, limit }: ListSelection) =>
  `select ${COLUMNS} from activity_logs where environment_id = $1${conditions}
   order by ${orderBy} limit ${limit}`

/** Matches entries in which the record is not the first one. */
const amongOthers: Filter = {
  column: 'record_ids',
  operator: '@>',
  value: recordId => `array[${recordId}::text]`,
  extraCondition: recordId => `cardinality(record_ids) > 1 and record_ids[1] <> ${recordId}::text`,
}

/**
 * The index on further records is unordered. Without the fence (offset 0), PostgreSQL would scan all logs by
 * time instead of collecting and sorting the logs of one record.
 */
const selectTogether = ({ conditions, order, limit }: ListSelection) =>
  `select ${COLUMNS} from (
     select * from activity_logs where environment_id = $1${conditions} offset 0
   ) entry order by created_at ${order} limit ${limit}`

function toActivityLog(row: ActivityLogRow, environment: Owner): ActivityLog {
  return {
    object: 'activityLog',
    id: logId(environment, row.seq),
    type: row.type,
    action: row.action as ActivityLog['action'],
    label: row.label ?? undefined,
    recordIds: row.record_ids ?? undefined,
    createdAt: row.created_at,
    occurredAt: row.occurred_at ?? row.created_at,
    user: userReference(row.user_id, row.username, row.user_email),
    environment: { object: 'environment', name: environment.name },
    team: { object: 'team', name: row.team_name },
    viewedAsRole: row.viewed_as_role ?? undefined,
    collection: named('collection', row.collection_name),
    inbox: named('inbox', row.inbox_name),
    workflow: row.workflow ? { object: 'workflow', ...(row.workflow as Workflow) } : undefined,
  }
}

type Workflow = Omit<NonNullable<ActivityLog['workflow']>, 'object'>
