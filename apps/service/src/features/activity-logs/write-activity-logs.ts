import { type Selectable, sql, type Transaction } from 'kysely'
import { advanceStream, advanceStreamTo, type StreamRun } from '../../logs/advance-stream.js'
import { chainHash } from '../../logs/chain-hash.js'
import type { Instant } from '../../store/instant.js'
import type { ActivityLogsTable, Database } from '../../store/schema.js'
import { activityLogEntry } from './activity-log-entry.js'
import { type Attribution, attributeEntries } from './attribute-entries.js'
import type { LoggedEnvironment, NewActivityLog } from './new-activity-log.js'

type Row = Omit<Selectable<ActivityLogsTable>, 'hash'>

interface Written {
  readonly written: number
  readonly repeated: number
  /** Sequence number and time of the first entry that was written. */
  readonly first?: { readonly seq: number; readonly createdAt: Instant }
}

/**
 * Appends entries to the log of an environment and skips those whose key exists. The log stays locked until
 * the transaction ends, so call this last.
 */
export async function writeActivityLogs(
  transaction: Transaction<Database>,
  environment: LoggedEnvironment,
  entries: readonly NewActivityLog[],
): Promise<Written> {
  const attributions = await attributeEntries(transaction, environment, entries)
  const isFresh = await claimKeys(transaction, environment.id, entries)
  const fresh = entries.flatMap((entry, index) => {
    const attribution = attributions[index]
    return attribution && isFresh[index] ? [{ entry, attribution }] : []
  })
  const repeated = entries.length - fresh.length
  if (fresh.length === 0) return { written: 0, repeated }
  const run = await reserveSequenceNumbers(
    transaction,
    environment.id,
    fresh.map(({ entry }) => entry),
  )
  await append(
    transaction,
    environment.id,
    run,
    fresh.map(({ entry, attribution }, index) =>
      buildRow(environment.id, run, index, entry, attribution),
    ),
  )
  return {
    written: fresh.length,
    repeated,
    first: { seq: run.firstSeq, createdAt: run.instantAt(0) },
  }
}

/**
 * Inserts the keys of entries and returns which are new. Keys are sorted so that concurrent batches cannot
 * deadlock.
 */
async function claimKeys(
  transaction: Transaction<Database>,
  environmentId: number,
  entries: readonly NewActivityLog[],
): Promise<readonly boolean[]> {
  const keys = [...new Set(entries.flatMap(entry => entry.key ?? []))]
  if (keys.length === 0) return entries.map(() => true)
  const { rows } = await sql<{ key: string }>`
    insert into activity_log_keys (environment_id, key, created_at)
    select ${environmentId}, key, clock_timestamp() from unnest(${keys}::text[]) as key order by key
    on conflict do nothing returning key`.execute(transaction)
  const claimed = new Set(rows.map(row => row.key))
  return entries.map(({ key }) => key === undefined || claimed.delete(key))
}

function reserveSequenceNumbers(
  transaction: Transaction<Database>,
  environmentId: number,
  entries: readonly NewActivityLog[],
): Promise<StreamRun> {
  const instants = entries.flatMap(entry => entry.at ?? [])
  if (instants.length === 0) {
    return advanceStream(transaction, environmentId, 'activity_logs', entries.length)
  }
  if (instants.length < entries.length)
    throw new RangeError('Set a time for all entries, or for none.')
  return advanceStreamTo(transaction, environmentId, 'activity_logs', instants)
}

function buildRow(
  environmentId: number,
  run: StreamRun,
  index: number,
  entry: NewActivityLog,
  { username, email, teamName }: Attribution,
): Row {
  const createdAt = run.instantAt(index)
  // An instant later than the database's clock is ignored.
  const isAhead = entry.occurredAt !== undefined && entry.occurredAt > createdAt
  return {
    environment_id: environmentId,
    created_at: createdAt,
    seq: run.firstSeq + index,
    type: entry.type,
    action: entry.action,
    label: entry.label ?? null,
    record_ids: entry.recordIds ? [...entry.recordIds] : null,
    user_id: entry.userId,
    username,
    user_email: email,
    team_name: teamName,
    collection_name: entry.collectionName ?? null,
    inbox_name: entry.inboxName ?? null,
    workflow: entry.workflow ?? null,
    occurred_at: isAhead ? createdAt : (entry.occurredAt ?? null),
    correlation_key: entry.correlationKey ?? null,
    viewed_as_role: entry.viewedAsRole ?? null,
  }
}

/**
 * Computes the hashes and writes the rows and the new head in one statement, whose text is the same for every
 * number of rows.
 */
async function append(
  transaction: Transaction<Database>,
  environmentId: number,
  run: StreamRun,
  rows: readonly Row[],
): Promise<void> {
  let previous = run.previousHash
  const chained = rows.map(row => {
    previous = chainHash(previous, activityLogEntry(row))
    return { ...row, hash: previous.toString('hex') }
  })
  await sql`
    with written as (
      insert into activity_logs (environment_id, created_at, seq, type, action, label, record_ids,
        user_id, username, user_email, team_name, collection_name, inbox_name, workflow, occurred_at,
        correlation_key, viewed_as_role, hash)
      select environment_id, created_at, seq, type, action, label, record_ids,
        user_id, username, user_email, team_name, collection_name, inbox_name, workflow, occurred_at,
        correlation_key, viewed_as_role, decode(hash, 'hex')
      from jsonb_to_recordset(${JSON.stringify(chained)}::jsonb) as entry (
        environment_id bigint, created_at timestamptz, seq bigint, type text, action text,
        label text, record_ids text[], user_id bigint, username text, user_email text,
        team_name text, collection_name text, inbox_name text, workflow jsonb,
        occurred_at timestamptz, correlation_key text, viewed_as_role text, hash text))
    update streams set last_hash = ${previous}
    where owner_id = ${environmentId} and kind = 'activity_logs'`.execute(transaction)
}
