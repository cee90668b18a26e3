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

/** A note as every API returns it. */
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
export type NoteMessage = z.output<typeof NoteMessage>
