import type { Note } from './note.js'
import { removedTitle } from './note-title.js'

/** The threads of a record, the one with the newest message first. */
export interface Threads {
  readonly open: readonly Note[]
  readonly resolved: readonly Note[]
}

/**
 * Splits the notes of a record into those that are open and those that are resolved. A note of which
 * everything was deleted is left out.
 *
 * @example
 * const { open, resolved } = listThreads(notes)
 */
export function listThreads(notes: readonly Note[]): Threads {
  const shown = notes.filter(note => !isEmpty(note)).sort(byLastMessage)
  return {
    open: shown.filter(({ archivedAt }) => archivedAt === undefined),
    resolved: shown.filter(({ archivedAt }) => archivedAt !== undefined),
  }
}

/** Whether nothing of a note is left to read. */
function isEmpty({ title, messages }: Note): boolean {
  return title === removedTitle && messages.every(({ deletedAt }) => deletedAt !== undefined)
}

/** Edits change `updatedAt`: they would move a thread while somebody reads it. */
function byLastMessage(a: Note, b: Note): number {
  return compare(getLastInstant(b), getLastInstant(a)) || b.id - a.id
}

const getLastInstant = ({ createdAt, messages }: Note): string =>
  messages.at(-1)?.createdAt ?? createdAt

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
