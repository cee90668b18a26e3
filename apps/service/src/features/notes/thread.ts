import { userReference } from '../../http/listing/objects.js'
import { parseInstant } from '../../store/instant.js'
import type { NoteMessage, PanelNoteMessage } from './note.js'

/** The messages of a note: which are read, with which columns, and how they are shown. */
export interface Thread<Row, Message> {
  /** Selects the messages of `note` as one JSON array. */
  readonly statement: string
  readonly toMessage: (row: Row) => Message
}

type MessageRow = readonly [
  content: string,
  createdAt: string,
  userId: number,
  username: string,
  email: string,
]

type PanelMessageRow = readonly [
  ...message: MessageRow,
  id: number,
  editedAt: string | null,
  deletedAt: string | null,
]

/** Deleted messages are left out. */
export const publicThread: Thread<MessageRow, NoteMessage> = {
  statement: selectMessages('', 'and message.deleted_at is null'),
  toMessage: ([content, createdAt, userId, username, email]) => ({
    object: 'note-message',
    content,
    createdAt: parseInstant(createdAt),
    user: userReference(userId, username, email),
  }),
}

/** Deleted messages keep their place, without their content. */
export const panelThread: Thread<PanelMessageRow, PanelNoteMessage> = {
  statement: selectMessages(', message.id, message.edited_at::text, message.deleted_at::text', ''),
  toMessage: ([content, createdAt, userId, username, email, id, editedAt, deletedAt]) => ({
    object: 'note-message',
    id,
    content,
    createdAt: parseInstant(createdAt),
    editedAt: editedAt === null ? undefined : parseInstant(editedAt),
    deletedAt: deletedAt === null ? undefined : parseInstant(deletedAt),
    user: userReference(userId, username, email),
  }),
}

function selectMessages(columns: string, condition: string): string {
  return `
      select json_agg(json_build_array(
        content, message.created_at::text, writer.id, writer.username, writer.email${columns}
      ) order by message.id) as messages
      from note_messages message
      join users writer on writer.id = message.user_id
      where message.environment_id = $1 and message.note_id = note.id ${condition}`
}
