import { type Kysely, sql } from 'kysely'
import type { Database } from '../store/schema.js'
import type { Anchor } from './anchor.js'
import { type LogKind, type LogOwner, logKinds } from './log-kinds.js'
import { type LogVerification, verifyStream } from './verify-stream.js'

export interface VerifyOptions {
  /** The folder of the archives. Absent: only their ends are compared with the chain. */
  readonly archiveDir?: string
  /** Hashes that must be found: they prove that the whole chain was not rewritten. */
  readonly anchors?: readonly Anchor[]
  /** The number of entries per read. */
  readonly pageSize?: number
  /** The logs to verify. Absent: every log. */
  readonly owners?: readonly LogOwner[]
  /** Stops between two pages. */
  readonly signal?: AbortSignal
  /** Receives the number of entries after each page. */
  readonly followed?: (entries: number) => void
}

const PAGE_SIZE = 2000

/**
 * Verifies the hash chain of every log from its first entry to its head, in bounded memory, and returns a
 * report for each log. The service may continue to write in the meantime.
 *
 * @example
 * const broken = (await verifyLogs(store.db)).filter(stream => stream.problem !== undefined)
 */
export async function verifyLogs(
  db: Kysely<Database>,
  options: VerifyOptions = {},
): Promise<readonly LogVerification[]> {
  const { anchors = [], pageSize = PAGE_SIZE, archiveDir, signal, followed } = options
  const reports: LogVerification[] = []
  for (const owner of options.owners ?? (await findOwners(db, anchors))) {
    signal?.throwIfAborted()
    const own = anchors.filter(anchor => matchesAnchor(owner, anchor))
    const settings = { archiveDir, anchors: own, pageSize, signal, followed }
    reports.push(await verifyStream(db, owner, settings))
  }
  return reports
}

const matchesAnchor = (owner: LogOwner, anchor: Anchor) =>
  anchor.kind === owner.kind && anchor.ownerId === owner.ownerId

/**
 * Every log that has a head, an entry, an archive or an anchor, so that a log whose head was removed is found
 * too.
 */
async function findOwners(
  db: Kysely<Database>,
  anchors: readonly Anchor[],
): Promise<readonly LogOwner[]> {
  const owners: LogOwner[] = []
  for (const kind of Object.keys(logKinds) as LogKind[]) {
    const column = sql.ref(logKinds[kind].ownerColumn)
    const expected = anchors.filter(anchor => anchor.kind === kind).map(anchor => anchor.ownerId)
    // One index lookup per owner, however many entries each has.
    const { rows } = await sql<{ id: number }>`
      with recursive written (id) as (
        (select ${column} from ${sql.table(kind)} order by ${column} limit 1)
        union all
        select (select ${column} from ${sql.table(kind)} where ${column} > written.id
          order by ${column} limit 1)
        from written where written.id is not null)
      select id from written where id is not null
      union select owner_id from streams where kind = ${kind}
      union select owner_id from log_archives where kind = ${kind}
      union select unnest(${expected}::bigint[])
      order by id`.execute(db)
    owners.push(...rows.map(({ id }) => ({ kind, ownerId: id })))
  }
  return owners
}
