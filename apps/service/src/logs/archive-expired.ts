import type { Kysely } from 'kysely'
import { toInstant } from '../store/instant.js'
import type { Database } from '../store/schema.js'
import { archiveNext, lastArchived } from './archive-logs.js'
import type { LogOwner } from './log-kinds.js'
import { readLinks } from './read-links.js'

const DAY = 86_400_000
const FILE_ROWS = 100_000

/** A log whose entries are kept for a number of days. */
export interface RetentionRule extends LogOwner {
  readonly days: number
}

export interface ArchiveSettings {
  readonly now: Date
  readonly folder: string
  /** The maximum number of entries per file. */
  readonly fileRows?: number | undefined
  /** Stops between two files. */
  readonly signal?: AbortSignal | undefined
  /** Receives the number of entries of each finished file. */
  readonly archived?: (entries: number) => void
}

/** Archives every expired entry of a log, file by file. Returns their number. */
export async function archiveExpired(
  db: Kysely<Database>,
  { days, ...owner }: RetentionRule,
  { now, folder, fileRows = FILE_ROWS, signal, archived }: ArchiveSettings,
): Promise<number> {
  const cutoff = computeCutoff(days, now)
  let count = 0
  while (!signal?.aborted) {
    const entries = await archiveNext(db, { owner, cutoff, folder, fileRows })
    if (entries === 0) break
    count += entries
    archived?.(entries)
  }
  return count
}

/** The number of expired entries that are not archived yet, computed from sequence numbers. */
export async function countExpired(
  db: Kysely<Database>,
  { days, ...owner }: RetentionRule,
  now: Date,
): Promise<number> {
  const before = computeCutoff(days, now)
  const [last] = await readLinks(db, owner, { before, order: 'desc', limit: 1 })
  if (!last) return 0
  const { seq } = await lastArchived(db, owner)
  return Math.max(0, last.seq - seq)
}

/** Entries before this instant have expired. */
const computeCutoff = (days: number, now: Date) => toInstant(new Date(now.getTime() - days * DAY))
