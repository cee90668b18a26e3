import { type Kysely, sql } from 'kysely'
import type { Instant } from '../store/instant.js'
import type { Database } from '../store/schema.js'
import type { Link } from './follow-chain.js'
import { type LogOwner, logKinds } from './log-kinds.js'

interface Row {
  readonly seq: number
  readonly created_at: Instant
  readonly hash: Buffer
}

/** The range of a log to read; both bounds are optional. */
interface EntryRange {
  /** Only entries after this instant. Absent: from the first. */
  readonly after?: Instant
  /** Only entries before this instant. Absent: to the last. */
  readonly before?: Instant
  readonly order?: 'asc' | 'desc'
  readonly limit: number
  readonly offset?: number
}

/** Reads a range of a log, forwards or backwards. */
export async function readLinks(
  db: Kysely<Database>,
  { kind, ownerId }: LogOwner,
  { after = '-infinity', before = 'infinity', order = 'asc', limit, offset = 0 }: EntryRange,
): Promise<readonly Link[]> {
  const { ownerColumn, toEntry } = logKinds[kind]
  const { rows } = await sql<Row>`
    select * from ${sql.table(kind)}
    where ${sql.ref(ownerColumn)} = ${ownerId} and created_at > ${after} and created_at < ${before}
    order by created_at ${sql.raw(order)} limit ${limit} offset ${offset}`.execute(db)
  return rows.map(row => ({
    seq: row.seq,
    at: row.created_at,
    hash: row.hash,
    entry: toEntry(row as never),
  }))
}

/** Reads all entries of a log after an instant in order, page by page. */
export async function* readPages(
  db: Kysely<Database>,
  owner: LogOwner,
  pageSize: number,
  start: Instant | undefined,
): AsyncGenerator<readonly Link[]> {
  let after = start
  for (;;) {
    const page = await readLinks(db, owner, { after, limit: pageSize })
    if (page.length > 0) yield page
    if (page.length < pageSize) return
    after = page.at(-1)?.at
  }
}
