import type { Transaction } from 'kysely'
import { writeActivityLogs } from '../features/activity-logs/write-activity-logs.js'
import type { Instant } from '../store/instant.js'
import type { Database } from '../store/schema.js'
import type { DemoActivity } from './activity.js'
import type { Shop } from './create-shop.js'
import type { NoteEvent } from './note-events.js'
import type { DemoNote } from './notes.js'

const NOTE_ACTIONS = {
  begin: { action: 'createNote' },
  message: { action: 'createMessage' },
  archive: { action: 'deleteNote', label: 'archived' },
} as const

/** The activity log entry for an event of a note. */
export function noteActivity(note: DemoNote, { kind, message = 0 }: NoteEvent): DemoActivity {
  return {
    person: (note.messages[message] ?? note.messages[0]).author,
    type: 'write',
    ...NOTE_ACTIONS[kind],
    collectionName: note.collectionName,
    recordIds: [note.recordId],
  }
}

/** Writes the shop's activity log. `activity` must be sorted by time. */
export async function writeDemoActivity(
  transaction: Transaction<Database>,
  { project, environment, person }: Shop,
  activity: readonly (DemoActivity & { readonly instant: Instant })[],
): Promise<void> {
  await writeActivityLogs(
    transaction,
    { id: environment.id, projectId: project.id },
    activity.map(({ person: personIndex, instant, ...entry }) => ({
      type: entry.type,
      action: entry.action,
      label: entry.label,
      collectionName: entry.collectionName,
      recordIds: entry.recordIds,
      userId: person(personIndex).id,
      at: instant,
    })),
  )
}
