import type { Transaction, Updateable } from 'kysely'
import { ForbiddenError, NotFoundError } from '../../errors.js'
import type { Environment, Project } from '../../http/access/callers.js'
import { userReference } from '../../http/listing/objects.js'
import { advanceStream } from '../../logs/advance-stream.js'
import type { Instant } from '../../store/instant.js'
import type { Database, NotesTable } from '../../store/schema.js'
import { writeActivityLogs } from '../activity-logs/write-activity-logs.js'
import { writeMentions } from './mentions.js'
import type { Note } from './note.js'
import type { NoteChange } from './note-body.js'
import { readNote } from './read-notes.js'

/** Where notes are written, and who writes. */
export interface NoteWriting {
  readonly project: Project
  readonly environment: Environment
  readonly writer: NoteWriter
}

export interface NoteWriter {
  readonly id: number
  readonly username: string
  readonly email: string
  readonly isAdmin: boolean
}

export interface NoteDraft {
  readonly title: string
  readonly recordId: string
  readonly collectionName: string
  readonly team: { readonly id: number; readonly name: string }
  /** The first message, sanitised. */
  readonly content?: string
}

// Every write takes its locks in one order: the note, the stream of notes, the stream of the log.

/** Writes a note, with its first message when there is content. */
export async function createNote(
  transaction: Transaction<Database>,
  writing: NoteWriting,
  draft: NoteDraft,
): Promise<Note> {
  const { environment, writer } = writing
  const at = await nextInstant(transaction, environment)
  const { id } = await transaction
    .insertInto('notes')
    .values({
      environment_id: environment.id,
      title: draft.title,
      record_id: draft.recordId,
      collection_name: draft.collectionName,
      team_id: draft.team.id,
      user_id: writer.id,
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (draft.content !== undefined) {
    await insertMessage(transaction, writing, id, draft.content, at)
  }
  await logNote(transaction, writing, 'createNote', draft)
  return newNote(writing, draft, id, at)
}

function newNote(
  { environment, writer }: NoteWriting,
  draft: NoteDraft,
  id: number,
  at: Instant,
): Note {
  const user = userReference(writer.id, writer.username, writer.email)
  const { content } = draft
  return {
    object: 'note',
    id,
    title: draft.title,
    recordId: draft.recordId,
    createdAt: at,
    updatedAt: at,
    user,
    environment: { object: 'environment', name: environment.name },
    team: { object: 'team', name: draft.team.name },
    collection: { object: 'collection', name: draft.collectionName },
    messages:
      content === undefined ? [] : [{ object: 'note-message', content, createdAt: at, user }],
  }
}

/** Adds a message to a note. */
export async function addMessage(
  transaction: Transaction<Database>,
  writing: NoteWriting,
  id: number,
  content: string,
): Promise<Note> {
  const note = await lockNote(transaction, writing.environment, id)
  const at = await nextInstant(transaction, writing.environment)
  await updateNote(transaction, note, { updated_at: at })
  await insertMessage(transaction, writing, id, content, at)
  await logNote(transaction, writing, 'createMessage', note)
  return readWritten(transaction, writing.environment, id)
}

/** Changes the title, archives or reopens. What is so already leaves the note as it is. */
export async function changeNote(
  transaction: Transaction<Database>,
  writing: NoteWriting,
  id: number,
  change: NoteChange,
): Promise<Note> {
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
    await logNote(transaction, writing, change.archived ? 'deleteNote' : 'openNote', note)
  }
  return readWritten(transaction, environment, id)
}

interface LockedNote {
  readonly environmentId: number
  readonly id: number
  readonly title: string
  readonly recordId: string
  readonly collectionName: string | null
  readonly team: { readonly name: string }
  readonly userId: number
  readonly isArchived: boolean
}

async function lockNote(
  transaction: Transaction<Database>,
  environment: Environment,
  id: number,
): Promise<LockedNote> {
  const row = await transaction
    .selectFrom('notes')
    .innerJoin('teams', 'teams.id', 'notes.team_id')
    .select(['notes.title', 'notes.record_id', 'notes.collection_name', 'notes.user_id'])
    .select(['notes.archived_at', 'teams.name as team_name'])
    .where('notes.environment_id', '=', environment.id)
    .where('notes.id', '=', id)
    .forNoKeyUpdate('notes')
    .executeTakeFirst()
  if (!row) throw noSuchNote(id)
  return {
    environmentId: environment.id,
    id,
    title: row.title,
    recordId: row.record_id,
    collectionName: row.collection_name,
    team: { name: row.team_name },
    userId: row.user_id,
    isArchived: row.archived_at !== null,
  }
}

/** What is answered for a note that is not in the environment. */
export const noSuchNote = (id: number): NotFoundError =>
  new NotFoundError(`There is no note ${id} in this environment.`)

async function nextInstant(
  transaction: Transaction<Database>,
  environment: Environment,
): Promise<Instant> {
  const run = await advanceStream(transaction, environment.id, 'notes', 1)
  return run.instantAt(0)
}

async function updateNote(
  transaction: Transaction<Database>,
  note: LockedNote,
  change: Updateable<NotesTable>,
): Promise<void> {
  await transaction
    .updateTable('notes')
    .set(change)
    .where('environment_id', '=', note.environmentId)
    .where('id', '=', note.id)
    .execute()
}

async function insertMessage(
  transaction: Transaction<Database>,
  { project, environment, writer }: NoteWriting,
  noteId: number,
  content: string,
  at: Instant,
): Promise<void> {
  const { id: messageId } = await transaction
    .insertInto('note_messages')
    .values({
      environment_id: environment.id,
      note_id: noteId,
      content,
      user_id: writer.id,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeMentions(transaction, {
    projectId: project.id,
    environmentId: environment.id,
    noteId,
    messageId,
    content,
    at,
  })
}

/** The log knows no archiving: it goes under the nearest action, and the label says what was done. */
const labels = {
  createNote: undefined,
  createMessage: undefined,
  deleteNote: 'archived',
  openNote: 'reopened',
} as const

async function logNote(
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
      teamName: note.team.name,
      collectionName: note.collectionName ?? undefined,
    },
  ])
}

/** The note as everybody sees it after the transaction. */
async function readWritten(
  transaction: Transaction<Database>,
  environment: Environment,
  id: number,
): Promise<Note> {
  const note = await readNote(transaction, environment, id)
  if (!note) throw noSuchNote(id)
  return note
}
