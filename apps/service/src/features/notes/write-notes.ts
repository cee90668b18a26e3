import type { Transaction } from 'kysely'
import { ForbiddenError } from '../../errors.js'
import type { Environment } from '../../http/access/callers.js'
import { userReference } from '../../http/listing/objects.js'
import { advanceStream } from '../../logs/advance-stream.js'
import type { Instant } from '../../store/instant.js'
import type { Database } from '../../store/schema.js'
import { logNote } from './log-note.js'
import type { PanelNote } from './note.js'
import type { NoteChange } from './note-body.js'
import {
  insertMessage,
  insertNote,
  lockNote,
  type NewNoteIds,
  noSuchNote,
  updateNote,
} from './note-rows.js'
import type { NoteDraft, NoteWriting } from './note-writing.js'
import { readNote } from './read-notes.js'

// Every write takes its locks in the same order: the note, the stream of notes, the stream of the log.

/** Creates a note, with a first message when there is content. */
export async function createNote(
  transaction: Transaction<Database>,
  writing: NoteWriting,
  draft: NoteDraft,
): Promise<PanelNote> {
  const at = await nextInstant(transaction, writing.environment)
  const ids = await insertNote(transaction, writing, draft, at)
  await logNote(transaction, writing, 'createNote', draft)
  return newNote(writing, draft, ids, at)
}

function newNote(
  { environment, writer }: NoteWriting,
  draft: NoteDraft,
  { noteId, messageId }: NewNoteIds,
  at: Instant,
): PanelNote {
  const user = userReference(writer.id, writer.username, writer.email)
  const { content } = draft
  return {
    object: 'note',
    id: noteId,
    title: draft.title,
    recordId: draft.recordId,
    createdAt: at,
    updatedAt: at,
    user,
    environment: { object: 'environment', name: environment.name },
    team: { object: 'team', name: draft.team.name },
    collection: { object: 'collection', name: draft.collectionName },
    messages:
      content === undefined || messageId === null
        ? []
        : [{ object: 'note-message', id: messageId, content, createdAt: at, user }],
  }
}

/** Adds a message to a note. */
export async function addMessage(
  transaction: Transaction<Database>,
  writing: NoteWriting,
  id: number,
  content: string,
): Promise<PanelNote> {
  const note = await lockNote(transaction, writing.environment, id)
  const at = await nextInstant(transaction, writing.environment)
  await updateNote(transaction, note, { updated_at: at })
  await insertMessage(transaction, writing, id, content, at)
  await logNote(transaction, writing, 'createMessage', note)
  return readWritten(transaction, writing.environment, id)
}

/** Changes the title, archives or reopens. Without a difference the note is not updated. */
export async function changeNote(
  transaction: Transaction<Database>,
  writing: NoteWriting,
  id: number,
  change: NoteChange,
): Promise<PanelNote> {
  const { environment, writer } = writing
  const note = await lockNote(transaction, environment, id)
  const isRenamed = change.title !== undefined && change.title !== note.title
  if (isRenamed && !writer.isAdmin && writer.id !== note.userId) {
    throw new ForbiddenError(
      'Only the author of a note or an admin may change its title.',
      'not_your_note',
    )
  }
  const isMoved = change.archived !== undefined && change.archived !== note.isArchived
  if (isRenamed || isMoved) {
    const at = await nextInstant(transaction, environment)
    await updateNote(transaction, note, {
      updated_at: at,
      title: change.title ?? note.title,
      ...(isMoved && { archived_at: change.archived ? at : null }),
    })
  }
  if (isMoved) {
    await logNote(transaction, writing, change.archived ? 'archiveNote' : 'reopenNote', note)
  }
  return readWritten(transaction, environment, id)
}

/** Advances the stream of notes, which stays locked until the transaction ends. */
export async function nextInstant(
  transaction: Transaction<Database>,
  environment: Environment,
): Promise<Instant> {
  const run = await advanceStream(transaction, environment.id, 'notes', 1)
  return run.instantAt(0)
}

/** Reads the note as the API returns it. */
export async function readWritten(
  transaction: Transaction<Database>,
  environment: Environment,
  id: number,
): Promise<PanelNote> {
  const note = await readNote(transaction, environment, id)
  if (!note) throw noSuchNote(id)
  return note
}
