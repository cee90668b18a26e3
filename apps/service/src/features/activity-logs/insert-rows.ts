import { type Selectable, sql, type Transaction } from 'kysely'
import { chainHash, HASH_BYTES } from '../../logs/chain-hash.js'
import { formatArray } from '../../store/format-array.js'
import type { ActivityLogsTable, Database } from '../../store/schema.js'
import { activityLogEntry } from './activity-log-entry.js'

/** An entry that has its place in the log, but no hash. */
export type UnhashedRow = Omit<Selectable<ActivityLogsTable>, 'hash'>

interface Column {
  readonly name: keyof UnhashedRow
  readonly type: 'bigint' | 'text' | 'timestamptz'
  /** Converts the text of a value that has no array of its type. */
  readonly cast?: string
  readonly format?: (row: UnhashedRow) => string | null
}

const columns: readonly Column[] = [
  { name: 'environment_id', type: 'bigint' },
  { name: 'created_at', type: 'timestamptz' },
  { name: 'seq', type: 'bigint' },
  { name: 'type', type: 'text' },
  { name: 'action', type: 'text' },
  { name: 'label', type: 'text' },
  {
    name: 'record_ids',
    type: 'text',
    cast: '::text[]',
    format: row => row.record_ids && formatArray(row.record_ids),
  },
  { name: 'user_id', type: 'bigint' },
  { name: 'username', type: 'text' },
  { name: 'user_email', type: 'text' },
  { name: 'team_name', type: 'text' },
  { name: 'collection_name', type: 'text' },
  { name: 'inbox_name', type: 'text' },
  {
    name: 'workflow',
    type: 'text',
    cast: '::jsonb',
    format: row => row.workflow && JSON.stringify(row.workflow),
  },
  { name: 'occurred_at', type: 'timestamptz' },
  { name: 'correlation_key', type: 'text' },
  { name: 'viewed_as_role', type: 'text' },
]

const names = sql.raw(columns.map(({ name }) => name).join(', '))
const values = sql.raw(columns.map(({ name, cast = '' }) => name + cast).join(', '))

/**
 * Computes the hashes and writes the rows and the new head in one statement, whose text is the same for every
 * number of rows. PostgreSQL reads an array per column in half the time of JSON.
 */
export async function insertRows(
  transaction: Transaction<Database>,
  environmentId: number,
  previousHash: Buffer,
  rows: readonly UnhashedRow[],
): Promise<void> {
  const hashes = chainRows(previousHash, rows)
  const arrays = columns.map(
    column => sql`${formatColumn(rows, column)}::${sql.raw(column.type)}[]`,
  )
  await sql`
    with written as (
      insert into activity_logs (${names}, hash)
      select ${values},
        substring(${hashes}::bytea from (position::int - 1) * ${sql.lit(HASH_BYTES)} + 1 for ${sql.lit(HASH_BYTES)})
      from unnest(${sql.join(arrays)}) with ordinality as entry (${names}, position))
    update streams set last_hash = ${hashes.subarray(-HASH_BYTES)}
    where owner_id = ${environmentId} and kind = 'activity_logs'`.execute(transaction)
}

/** The hashes of the rows, one after the other. */
function chainRows(previousHash: Buffer, rows: readonly UnhashedRow[]): Buffer {
  const hashes = Buffer.alloc(rows.length * HASH_BYTES)
  let previous = previousHash
  rows.forEach((row, index) => {
    previous = chainHash(previous, activityLogEntry(row))
    previous.copy(hashes, index * HASH_BYTES)
  })
  return hashes
}

const formatColumn = (rows: readonly UnhashedRow[], { name, format }: Column) =>
  formatArray(rows.map(format ?? (row => row[name] as string | number | null)))
