import type { DemoNote } from './notes.js'
import type { Random } from './random.js'
import type { Timed } from './timeline.js'

const HOUR = 3_600_000

/** One event of a note: its creation, a further message, or its archiving. */
export interface NoteEvent extends Timed {
  readonly note: number
  readonly kind: 'begin' | 'message' | 'archive'
  /** The index of the message. Absent for archiving. */
  readonly message?: number
}

/** The longest time from creation to archiving, so that every event is before `to`. */
const MAX_DURATION = 5 * 24 * HOUR

/** Generates when each note is created, continued and archived, between two instants. */
export function noteEvents(
  random: Random,
  notes: readonly DemoNote[],
  from: number,
  to: number,
): readonly NoteEvent[] {
  return notes.flatMap((note, index) => {
    let at = from + ((index + random.next()) / notes.length) * (to - from - MAX_DURATION)
    const messages = note.messages.map((_, message): NoteEvent => {
      at += message === 0 ? 0 : random.next() * 24 * HOUR
      return { at, note: index, message, kind: message === 0 ? 'begin' : 'message' }
    })
    if (!note.isArchived) return messages
    return [...messages, { at: at + random.next() * 24 * HOUR, note: index, kind: 'archive' }]
  })
}
