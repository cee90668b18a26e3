import type { Transaction, Updateable } from 'kysely'
import { NotFoundError } from '../../errors.js'
import type { Database, NoteMessagesTable } from '../../store/schema.js'
import type { LockedNote } from './note-rows.js'

/** A message of a locked note; it changes only with the note. */
export interface LockedMessage {
  readonly note: LockedNote
  readonly id: number
  readonly content: string
  readonly userId: number
  readonly isDeleted: boolean
}

/** Reads a message of a locked note. */
export async function findMessage(
  transaction: Transaction<Database>,
  note: LockedNote,
  id: number,
): Promise<LockedMessage> {
  const row = await transaction
    .selectFrom('note_messages')
    .select(['content', 'user_id', 'deleted_at'])
    .where('environment_id', '=', note.environmentId)
    .where('note_id', '=', note.id)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new NotFoundError(`There is no message ${id} in note ${note.id}.`)
  return {
    note,
    id,
    content: row.content,
    userId: row.user_id,
    isDeleted: row.deleted_at !== null,
  }
}

/** Updates a message of a locked note. */
export async function updateMessage(
  transaction: Transaction<Database>,
  { note, id }: LockedMessage,
  change: Updateable<NoteMessagesTable>,
): Promise<void> {
  await transaction
    .updateTable('note_messages')
    .set(change)
    .where('environment_id', '=', note.environmentId)
    .where('note_id', '=', note.id)
    .where('id', '=', id)
    .execute()
}
