import type { Transaction } from 'kysely'
import { ConflictError, ForbiddenError } from '../../errors.js'
import type { Database } from '../../store/schema.js'
import { logNote } from './log-note.js'
import { replaceMentions } from './mentions.js'
import { findMessage, type LockedMessage, updateMessage } from './message-rows.js'
import type { PanelNote } from './note.js'
import { lockNote, updateNote } from './note-rows.js'
import type { NoteWriting } from './note-writing.js'
import { nextInstant, readWritten } from './write-notes.js'

/** The ids of a note and of one of its messages, as in the path of a request. */
interface MessagePath {
  readonly id: number
  readonly messageId: number
}

/** Replaces the content of the writer's own message. Without a difference nothing is updated. */
export async function editMessage(
  transaction: Transaction<Database>,
  writing: NoteWriting,
  path: MessagePath,
  content: string,
): Promise<PanelNote> {
  const message = await lockMessage(transaction, writing, path)
  if (message.userId !== writing.writer.id) {
    throw new ForbiddenError('Only the author of a message may edit it.', 'not_your_message')
  }
  if (message.isDeleted) {
    throw new ConflictError('The message was deleted. Write a new one.', 'message_deleted')
  }
  if (content !== message.content) {
    await changeMessage(transaction, writing, message, { change: 'editMessage', content })
  }
  return readWritten(transaction, writing.environment, path.id)
}

/**
 * Deletes the content of a message, which keeps its place in the thread. A message that was deleted before
 * stays as it is.
 */
export async function deleteMessage(
  transaction: Transaction<Database>,
  writing: NoteWriting,
  path: MessagePath,
): Promise<PanelNote> {
  const message = await lockMessage(transaction, writing, path)
  if (message.userId !== writing.writer.id && !writing.writer.isAdmin) {
    throw new ForbiddenError(
      'Only the author of a message or an admin may delete it.',
      'not_your_message',
    )
  }
  if (!message.isDeleted) {
    await changeMessage(transaction, writing, message, { change: 'deleteMessage', content: '' })
  }
  return readWritten(transaction, writing.environment, path.id)
}

async function lockMessage(
  transaction: Transaction<Database>,
  { environment }: NoteWriting,
  { id, messageId }: MessagePath,
): Promise<LockedMessage> {
  return findMessage(transaction, await lockNote(transaction, environment, id), messageId)
}

interface MessageChange {
  readonly change: 'editMessage' | 'deleteMessage'
  readonly content: string
}

/** Takes its locks in the order of every write to notes. */
async function changeMessage(
  transaction: Transaction<Database>,
  writing: NoteWriting,
  message: LockedMessage,
  { change, content }: MessageChange,
): Promise<void> {
  const { note, id: messageId } = message
  const at = await nextInstant(transaction, writing.environment)
  await updateNote(transaction, note, { updated_at: at })
  const time = change === 'editMessage' ? { edited_at: at } : { deleted_at: at }
  await updateMessage(transaction, message, { content, ...time })
  await replaceMentions(transaction, writing, { noteId: note.id, messageId, content, at })
  await logNote(transaction, writing, change, note)
}
