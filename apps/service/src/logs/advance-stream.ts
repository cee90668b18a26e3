import { sql, type Transaction } from 'kysely'
import { addMicroseconds, type Instant } from '../store/instant.js'
import type { Database, StreamKind } from '../store/schema.js'

/** A run of places in a stream, ours until the transaction ends. */
export interface StreamRun {
  readonly firstSeq: number
  /** Hash of the entry before the first one; empty at the beginning. */
  readonly previousHash: Buffer
  /** The moment of the entry at `index`: strictly after every moment given before in this stream. */
  instantAt(index: number): Instant
}

/**
 * Takes the next `count` places of a stream. Its row stays locked until the transaction ends, so
 * entries become visible in the order of their instants: who has seen one has seen all before it.
 */
export async function advanceStream(
  transaction: Transaction<Database>,
  ownerId: number,
  kind: StreamKind,
  count: number,
): Promise<StreamRun> {
  const rest = sql`(${count - 1} * interval '1 microsecond')`
  const { rows } = await sql<{ last_seq: number; last_at: Instant; last_hash: Buffer }>`
    insert into streams as stream (owner_id, kind, last_seq, last_at, last_hash)
    values (${ownerId}, ${kind}, ${count}, clock_timestamp() + ${rest}, '')
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

/** Writes the new head of a hash chain, in the transaction that advanced its stream. */
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
