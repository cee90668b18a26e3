import type { Transaction } from 'kysely'
import type { Database } from '../../store/schema.js'
import { writeActivityLogs } from '../activity-logs/write-activity-logs.js'
import type { LockedNote } from './note-rows.js'
import type { NoteWriting } from './note-writing.js'

/**
 * The activity log has no action for archiving, so the nearest action is used and the label names the change.
 */
const labels = {
  createNote: undefined,
  createMessage: undefined,
  deleteNote: 'archived',
  openNote: 'reopened',
} as const

/** Writes an action on a note to the activity log. */
export async function logNote(
  transaction: Transaction<Database>,
  { project, environment, writer }: NoteWriting,
  action: keyof typeof labels,
  note: Pick<LockedNote, 'recordId' | 'collectionName' | 'team'>,
): Promise<void> {
  await writeActivityLogs(transaction, { id: environment.id, projectId: project.id }, [
    {
      type: 'write',
      action,
      label: labels[action],
      recordIds: [note.recordId],
      userId: writer.id,
      username: writer.username,
      userEmail: writer.email,
      teamName: note.team.name,
      collectionName: note.collectionName ?? undefined,
    },
  ])
}
