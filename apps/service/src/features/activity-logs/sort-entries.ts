import { describeIssues } from '../../http/parse.js'
import { ActivityLogInput, UnfitEntry } from './activity-log-input.js'
import type { NewActivityLog } from './new-activity-log.js'

/** An entry that was not written. */
export interface RefusedEntry {
  /** Its place in the batch. */
  readonly index: number
  readonly message: string
}

/** The entries of a batch that can be written, and why the others cannot. */
export function sortEntries(entries: readonly (NewActivityLog | UnfitEntry)[]): {
  readonly fit: readonly NewActivityLog[]
  readonly refused: readonly RefusedEntry[]
} {
  const fit: NewActivityLog[] = []
  const refused: RefusedEntry[] = []
  entries.forEach((entry, index) => {
    if (entry instanceof UnfitEntry) refused.push({ index, message: reasonOf(entry, index) })
    else fit.push(entry)
  })
  return { fit, refused }
}

function reasonOf({ given }: UnfitEntry, index: number): string {
  const { error } = ActivityLogInput.safeParse(given, { reportInput: true })
  return describeIssues(error?.issues ?? [], ['entries', index])
}
