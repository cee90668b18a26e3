import { sql, type Transaction } from 'kysely'
import { queueNotifications } from '../../mail/queue-mail.js'
import type { Instant } from '../../store/instant.js'
import type { Database } from '../../store/schema.js'
import type { NoteWriting } from './note-writing.js'

/** Further mentions in one message are ignored. */
const MAX_MENTIONS = 100

/** The ids of the people whom a sanitized message mentions, without duplicates. */
export function mentionedIds(html: string): readonly number[] {
  const ids = [...html.matchAll(/<span data-mention-id="(\d+)">/g)].map(([, id]) => Number(id))
  return [...new Set(ids)].slice(0, MAX_MENTIONS)
}

interface Message {
  readonly noteId: number
  readonly messageId: number
  readonly content: string
  readonly at: Instant
}

/**
 * Stores who is mentioned. People outside the project are skipped without an error: a member may leave while
 * a message is being written, and an error would reveal who has an account.
 */
export async function writeMentions(
  transaction: Transaction<Database>,
  { project, environment, writer }: NoteWriting,
  message: Message,
): Promise<void> {
  const ids = mentionedIds(message.content)
  if (ids.length === 0) return
  await transaction
    .insertInto('note_mentions')
    .columns(['environment_id', 'user_id', 'note_id', 'message_id', 'created_at'])
    .expression(db =>
      db
        .selectFrom('members')
        .select([
          sql<number>`${environment.id}::bigint`.as('environment_id'),
          'user_id',
          sql<number>`${message.noteId}::bigint`.as('note_id'),
          sql<number>`${message.messageId}::bigint`.as('message_id'),
          sql<Instant>`${message.at}::timestamptz`.as('created_at'),
        ])
        .where('project_id', '=', project.id)
        .where('user_id', 'in', ids),
    )
    // The mentions that an edited message had before stay as they are, seen or not.
    .onConflict(conflict => conflict.doNothing())
    .execute()
  await queueNotifications(
    transaction,
    { kind: 'mention', environmentId: environment.id, subjectId: message.messageId },
    sql`select user_id from note_mentions where environment_id = ${environment.id}
      and note_id = ${message.noteId} and message_id = ${message.messageId}
      and user_id <> ${writer.id}`,
  )
}

/** Deletes the mentions that a changed message no longer has, and stores the new ones. */
export async function replaceMentions(
  transaction: Transaction<Database>,
  writing: NoteWriting,
  message: Message,
): Promise<void> {
  await transaction
    .deleteFrom('note_mentions')
    .where('environment_id', '=', writing.environment.id)
    .where('note_id', '=', message.noteId)
    .where('message_id', '=', message.messageId)
    .where('user_id', '<>', sql<number>`all(${mentionedIds(message.content)}::bigint[])`)
    .execute()
  await writeMentions(transaction, writing, message)
}
