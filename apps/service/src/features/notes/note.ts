import { z } from 'zod'
import { instant, namedObject, UserReference } from '../../http/listing/objects.js'

/** One message of a note's thread. */
const NoteMessage = z
  .object({
    object: z.literal('note-message'),
    content: z.string().meta({ description: 'HTML' }),
    createdAt: instant,
    user: UserReference,
  })
  .meta({ id: 'NoteMessage' })

/** A message as the panel reads it, which can address and change it. */
const PanelNoteMessage = NoteMessage.extend({
  id: z.number().int(),
  content: z.string().meta({ description: 'HTML; empty when the message was deleted' }),
  editedAt: instant.optional().meta({ description: 'Present when the message was edited' }),
  deletedAt: instant.optional().meta({ description: 'Present when the message was deleted' }),
}).meta({ id: 'PanelNoteMessage' })

/** A note as the public API returns it, without deleted messages. */
export const Note = z
  .object({
    object: z.literal('note'),
    id: z.number().int(),
    title: z.string(),
    recordId: z.string(),
    createdAt: instant,
    updatedAt: instant.meta({ description: 'Last change of the note or of one of its messages' }),
    archivedAt: instant.optional().meta({ description: 'Present when the note is archived' }),
    user: UserReference,
    environment: namedObject('environment'),
    team: namedObject('team'),
    collection: namedObject('collection').optional(),
    messages: z.array(NoteMessage),
  })
  .meta({ id: 'Note' })
export type Note = z.output<typeof Note>

/** A note as the panel reads it. */
export const PanelNote = Note.extend({ messages: z.array(PanelNoteMessage) }).meta({
  id: 'PanelNote',
})
export type PanelNote = z.output<typeof PanelNote>
export type PanelNoteMessage = z.output<typeof PanelNoteMessage>
export type NoteMessage = z.output<typeof NoteMessage>

/** Leaves out what only the panel shows: deleted messages, ids and the times of edits. */
export function toPublicNote(note: PanelNote): Note {
  const messages = note.messages
    .filter(({ deletedAt }) => deletedAt === undefined)
    .map(({ object, content, createdAt, user }) => ({ object, content, createdAt, user }))
  return { ...note, messages }
}
