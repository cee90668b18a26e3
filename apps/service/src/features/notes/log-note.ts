import type { Transaction } from 'kysely'
import type { Database } from '../../store/schema.js'
import { writeActivityLogs } from '../activity-logs/write-activity-logs.js'
import type { LockedNote } from './note-rows.js'
import type { NoteWriting } from './note-writing.js'

/**
 * The activity log has no action for archiving, nor for edited and deleted messages, so the nearest action is
 * used and the label names the change.
 */
const entries = {
  createNote: { action: 'createNote', label: undefined },
  archiveNote: { action: 'deleteNote', label: 'archived' },
  reopenNote: { action: 'openNote', label: 'reopened' },
  createMessage: { action: 'createMessage', label: undefined },
  editMessage: { action: 'createMessage', label: 'edited' },
  deleteMessage: { action: 'createMessage', label: 'deleted' },
} as const

/** Writes a change of a note to the activity log. */
export async function logNote(
  transaction: Transaction<Database>,
  { project, environment, writer }: NoteWriting,
  change: keyof typeof entries,
  note: Pick<LockedNote, 'recordId' | 'collectionName' | 'team'>,
): Promise<void> {
  await writeActivityLogs(transaction, { id: environment.id, projectId: project.id }, [
    {
      type: 'write',
      ...entries[change],
      recordIds: [note.recordId],
      userId: writer.id,
      username: writer.username,
      userEmail: writer.email,
      teamName: note.team.name,
      collectionName: note.collectionName ?? undefined,
    },
  ])
}
