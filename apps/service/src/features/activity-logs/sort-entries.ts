import { describeIssues } from '../../http/parse.js'
import { ActivityLogInput, RejectedEntry } from './activity-log-input.js'
import type { NewActivityLog } from './new-activity-log.js'

/** An entry that was not written. */
export interface RefusedEntry {
  /** The entry's index in the batch. */
  readonly index: number
  readonly message: string
}

/** Separates the valid entries of a batch from the invalid ones, with the reason for each. */
export function sortEntries(entries: readonly (NewActivityLog | RejectedEntry)[]): {
  readonly fit: readonly NewActivityLog[]
  readonly refused: readonly RefusedEntry[]
} {
  const fit: NewActivityLog[] = []
  const refused: RefusedEntry[] = []
  entries.forEach((entry, index) => {
    if (entry instanceof RejectedEntry)
      refused.push({ index, message: describeProblem(entry, index) })
    else fit.push(entry)
  })
  return { fit, refused }
}

function describeProblem({ given }: RejectedEntry, index: number): string {
  const { error } = ActivityLogInput.safeParse(given, { reportInput: true })
  return describeIssues(error?.issues ?? [], ['entries', index])
}
