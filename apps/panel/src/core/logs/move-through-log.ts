import type { LogEntry } from './log-entry.js'

/** The entries before and after one in a list. */
interface LogNeighbours {
  readonly newer: string | undefined
  readonly older: string | undefined
}

/**
 * Finds the entries beside the one of a time in a list, the newest first. An entry that the list does not show
 * has none.
 *
 * @example
 * findLogNeighbours(entries, '2026-02-01T08:30:00.000000Z')
 */
export function findLogNeighbours(
  entries: readonly Pick<LogEntry, 'createdAt'>[],
  createdAt: string,
): LogNeighbours {
  const index = entries.findIndex(entry => entry.createdAt === createdAt)
  if (index < 0) return { newer: undefined, older: undefined }
  return { newer: entries[index - 1]?.createdAt, older: entries[index + 1]?.createdAt }
}
