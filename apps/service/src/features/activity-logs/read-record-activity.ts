import { CompiledQuery, type Kysely } from 'kysely'
import { logId, type Owner } from '../../http/listing/listing.js'
import { userReference } from '../../http/listing/objects.js'
import type { Instant } from '../../store/instant.js'
import { PLAN_EACH_TIME } from '../../store/prepare-statements.js'
import type { ActivityLogsTable, Database } from '../../store/schema.js'
import type { RecordActivity } from './record-activity.js'
import {
  type RecordActivityPosition,
  readPosition,
  writePosition,
} from './record-activity-cursor.js'

export interface RecordActivityQuery {
  readonly collectionName: string
  readonly recordId: string
  readonly type: ActivityLogsTable['type']
  readonly limit: number
  readonly cursor?: string
}

interface ActivityRow
  extends Pick<
    ActivityLogsTable,
    'type' | 'label' | 'seq' | 'user_id' | 'username' | 'user_email' | 'team_name'
  > {
  readonly action: RecordActivity['action']
  readonly correlation_key: string | null
  readonly record_count: number
  readonly created_at: Instant
  readonly happened_at: Instant
}

interface RecordActivityPage {
  readonly hasMore: boolean
  readonly data: RecordActivity[]
  readonly nextCursor: string
}

/** Reads a page of what was done to one record, the latest first. */
export async function readRecordActivity(
  db: Kysely<Database>,
  environment: Owner,
  query: RecordActivityQuery,
): Promise<RecordActivityPage> {
  const start = query.cursor === undefined ? undefined : readPosition(environment.id, query.cursor)
  const { text, values } = recordActivityStatement(environment.id, query, start)
  const { rows } = await db.executeQuery<ActivityRow>(CompiledQuery.raw(text, values))
  const hasMore = rows.length > query.limit
  const shown = rows.slice(0, query.limit)
  const last = shown.at(-1)
  const position = last && { occurredAt: last.happened_at, createdAt: last.created_at }
  return {
    hasMore,
    data: shown.map(row => toRecordActivity(row, environment)),
    nextCursor: writePosition(environment.id, position ?? start ?? END),
  }
}

/** Before every entry: a list that was empty has nothing older. */
const END: RecordActivityPosition = {
  occurredAt: '0001-01-01T00:00:00.000000Z',
  createdAt: '0001-01-01T00:00:00.000000Z',
}

const HAPPENED = 'coalesce(occurred_at, created_at)'
const COLUMNS = `created_at, seq, type, action, label, user_id, username, user_email, team_name,
  correlation_key, cardinality(record_ids) as record_count, ${HAPPENED} as happened_at`

/**
 * Entries about one record come in order from the index `activity_logs_of_record`. Those about several records
 * are few: they are collected by `activity_logs_records` and sorted, behind a fence (offset 0), as in the list
 * of the environment. So are reads, which the first index leaves out; they come from `activity_logs_record`.
 */
export function recordActivityStatement(
  environmentId: number,
  { collectionName, recordId, type, limit }: Omit<RecordActivityQuery, 'cursor'>,
  start: RecordActivityPosition | undefined,
): { readonly text: string; readonly values: unknown[] } {
  const values: unknown[] = [environmentId, collectionName, recordId]
  if (start) values.push(start.occurredAt, start.createdAt)
  // No entry is written before it happened.
  const before = start ? ` and (${HAPPENED}, created_at) < ($4::timestamptz, $5::timestamptz)` : ''
  const order = `order by happened_at desc, created_at desc limit ${limit + 1}`
  const wanted = `collection_name = $2 and type = '${type}'${before}`
  const select = `select ${COLUMNS} from activity_logs where environment_id = $1`
  const first = `${select} and record_ids[1] = $3`
  const fenced = (inner: string) => `select ${COLUMNS} from (
    select * from activity_logs where environment_id = $1 and ${inner} offset 0) entry where ${wanted} ${order}`
  const parts = [
    type === 'write' ? `${first} and ${wanted} ${order}` : fenced('record_ids[1] = $3'),
    fenced('record_ids @> array[$3::text] and cardinality(record_ids) > 1 and record_ids[1] <> $3'),
  ]
  const all = parts.map(part => `(${part})`).join(' union all ')
  return { text: `${PLAN_EACH_TIME}select * from (${all}) log ${order}`, values }
}

function toRecordActivity(row: ActivityRow, environment: Owner): RecordActivity {
  return {
    object: 'recordActivity',
    id: logId(environment, row.seq),
    type: row.type,
    action: row.action,
    label: row.label ?? undefined,
    recordCount: row.record_count,
    createdAt: row.created_at,
    occurredAt: row.happened_at,
    user: userReference(row.user_id, row.username, row.user_email),
    team: { object: 'team', name: row.team_name },
    correlationKey: row.correlation_key ?? undefined,
  }
}
