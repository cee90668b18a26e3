import type { Transaction } from 'kysely'
import { advanceStream, advanceStreamTo, type StreamRun } from '../../logs/advance-stream.js'
import type { Instant } from '../../store/instant.js'
import type { Database } from '../../store/schema.js'
import { type Attribution, attributeEntries } from './attribute-entries.js'
import { claimKeys } from './claim-keys.js'
import { insertRows, type UnhashedRow } from './insert-rows.js'
import type { LoggedEnvironment, NewActivityLog } from './new-activity-log.js'

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
  await insertRows(
    transaction,
    environment.id,
    run.previousHash,
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
): UnhashedRow {
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
