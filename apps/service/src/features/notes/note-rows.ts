import { sql, type Transaction, type Updateable } from 'kysely'
import { NotFoundError } from '../../errors.js'
import type { Environment } from '../../http/access/callers.js'
import type { Instant } from '../../store/instant.js'
import type { Database, NotesTable } from '../../store/schema.js'
import { writeMentions } from './mentions.js'
import type { NoteDraft, NoteWriting } from './note-writing.js'

/** A note whose row is locked until the transaction ends. */
export interface LockedNote {
  readonly environmentId: number
  readonly id: number
  readonly title: string
  readonly recordId: string
  readonly collectionName: string | null
  readonly team: { readonly name: string }
  readonly userId: number
  readonly isArchived: boolean
}

/** Locks a note, so that one transaction at a time changes it. */
export async function lockNote(
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

/** The error for a note that is not in the environment. */
export const noSuchNote = (id: number): NotFoundError =>
  new NotFoundError(`There is no note ${id} in this environment.`)

/** Updates a locked note. */
export async function updateNote(
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

/** The ids of a new note and its first message; null without one. */
export interface NewNoteIds {
  readonly noteId: number
  readonly messageId: number | null
}

/** Inserts a note and its first message in one statement, and stores whom it mentions. */
export async function insertNote(
  transaction: Transaction<Database>,
  writing: NoteWriting,
  draft: NoteDraft,
  at: Instant,
): Promise<NewNoteIds> {
  const { content } = draft
  const { noteId, messageId } = await transaction
    .with('note', db =>
      db
        .insertInto('notes')
        .values({
          environment_id: writing.environment.id,
          title: draft.title,
          record_id: draft.recordId,
          collection_name: draft.collectionName,
          team_id: draft.team.id,
          user_id: writing.writer.id,
          created_at: at,
          updated_at: at,
        })
        .returning(['environment_id', 'id', 'user_id', 'created_at']),
    )
    .with('message', db =>
      db
        .insertInto('note_messages')
        .columns(['environment_id', 'note_id', 'user_id', 'created_at', 'content'])
        .expression(
          db
            .selectFrom('note')
            .select(['environment_id', 'id', 'user_id', 'created_at'])
            .select(sql<string>`${content ?? null}::text`.as('content'))
            .where(sql<boolean>`${content !== undefined}::boolean`),
        )
        .returning('id'),
    )
    .selectFrom('note')
    .leftJoin('message', join => join.onTrue())
    .select(['note.id as noteId', 'message.id as messageId'])
    .executeTakeFirstOrThrow()
  if (content !== undefined && messageId !== null) {
    await writeMentions(transaction, writing, { noteId, messageId, content, at })
  }
  return { noteId, messageId }
}

/** Adds a message and stores whom it mentions. */
export async function insertMessage(
  transaction: Transaction<Database>,
  writing: NoteWriting,
  noteId: number,
  content: string,
  at: Instant,
): Promise<void> {
  const { id: messageId } = await transaction
    .insertInto('note_messages')
    .values({
      environment_id: writing.environment.id,
      note_id: noteId,
      content,
      user_id: writing.writer.id,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeMentions(transaction, writing, { noteId, messageId, content, at })
}
