import { sql, type Transaction } from 'kysely'
import { addMicroseconds, type Instant } from '../store/instant.js'
import type { Database, StreamKind } from '../store/schema.js'

/** A range of entries in a stream, reserved until the transaction ends. */
export interface StreamRun {
  readonly firstSeq: number
  /** The hash of the entry before the first one; empty at the beginning. */
  readonly previousHash: Buffer
  /** The time of the entry at `index`, strictly later than every earlier entry of this stream. */
  instantAt(index: number): Instant
}

interface Head {
  readonly last_seq: number
  readonly last_at: Instant
  readonly last_hash: Buffer
}

/**
 * Reserves the next `count` entries of a stream. Its row stays locked until the transaction ends, so entries
 * become visible in the order of their times: a reader that has seen one has seen all before it.
 */
export async function advanceStream(
  transaction: Transaction<Database>,
  ownerId: number,
  kind: StreamKind,
  count: number,
): Promise<StreamRun> {
  const rest = sql`(${count - 1} * interval '1 microsecond')`
  const { rows } = await sql<Head>`
    with ${lockStreamSql(ownerId, kind)}
    insert into streams as stream (owner_id, kind, last_seq, last_at, last_hash)
    select ${ownerId}, ${kind}, ${count}, clock_timestamp() + ${rest}, '' from turn
    on conflict (owner_id, kind) do update set
      last_seq = stream.last_seq + excluded.last_seq,
      last_at = greatest(clock_timestamp(), stream.last_at + interval '1 microsecond') + ${rest}
    returning last_seq, last_at, last_hash`.execute(transaction)
  const [head] = rows
  if (!head) throw new Error(`The stream ${kind} of ${ownerId} could not be advanced.`)
  return {
    firstSeq: head.last_seq - count + 1,
    previousHash: head.last_hash,
    instantAt: index => addMicroseconds(head.last_at, index - count + 1),
  }
}

/**
 * Reserves the next entries of a stream with given times, for events that happened before they are written.
 * The times must increase, be later than the last entry and not be in the future.
 */
export async function advanceStreamTo(
  transaction: Transaction<Database>,
  ownerId: number,
  kind: StreamKind,
  instants: readonly Instant[],
): Promise<StreamRun> {
  const count = instants.length
  if (instants.some((instant, index) => index > 0 && instant <= (instants[index - 1] ?? ''))) {
    throw new RangeError('The given times do not increase.')
  }
  const { rows } = await sql<Head>`
    with ${lockStreamSql(ownerId, kind)}
    insert into streams as stream (owner_id, kind, last_seq, last_at, last_hash)
    select ${ownerId}, ${kind}, ${count}, ${instants.at(-1)}::timestamptz, '' from turn
    where ${instants.at(-1)}::timestamptz <= clock_timestamp()
    on conflict (owner_id, kind) do update set
      last_seq = stream.last_seq + excluded.last_seq,
      last_at = excluded.last_at
    where stream.last_at < ${instants[0]}::timestamptz
    returning last_seq, last_at, last_hash`.execute(transaction)
  const [head] = rows
  if (!head) {
    throw new RangeError(
      `Entries from ${instants[0]} on cannot be added: each must be later than the last entry of the log and not in the future.`,
    )
  }
  return {
    firstSeq: head.last_seq - count + 1,
    previousHash: head.last_hash,
    instantAt: index => instants[index] as Instant,
  }
}

/**
 * Waits for an advisory lock, which PostgreSQL grants in the order of requests. The row lock alone would be
 * correct, but under load a waiter can be overtaken until its statement times out.
 */
function lockStreamSql(ownerId: number, kind: StreamKind) {
  return sql`turn as materialized (
    select pg_advisory_xact_lock(hashtextextended(${`stream ${kind} ${ownerId}`}, 0)))`
}

/** Stores the new head of a hash chain, in the transaction that advanced its stream. */
export async function setStreamHash(
  transaction: Transaction<Database>,
  ownerId: number,
  kind: StreamKind,
  hash: Buffer,
): Promise<void> {
  await transaction
    .updateTable('streams')
    .set({ last_hash: hash })
    .where('owner_id', '=', ownerId)
    .where('kind', '=', kind)
    .execute()
}
