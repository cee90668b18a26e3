import type { Transaction } from 'kysely'
import { advanceStreamTo } from '../logs/advance-stream.js'
import type { Instant } from '../store/instant.js'
import type { Database } from '../store/schema.js'
import type { Shop } from './create-shop.js'
import type { NoteEvent } from './note-events.js'
import type { DemoNote } from './notes.js'

type DatedEvent = NoteEvent & { readonly instant: Instant }

/** Writes threads with the times of their events. `events` must be sorted by time. */
export async function writeDemoNotes(
  transaction: Transaction<Database>,
  shop: Shop,
  notes: readonly DemoNote[],
  events: readonly DatedEvent[],
): Promise<void> {
  const instants = events.map(event => event.instant)
  await advanceStreamTo(transaction, shop.environment.id, 'notes', instants)
  const noteIds = await insertNotes(transaction, shop, notes, events)
  await transaction
    .insertInto('note_messages')
    .values(
      events.flatMap(({ note, message, instant }) => {
        const noteMessage = message === undefined ? undefined : notes[note]?.messages[message]
        const noteId = noteIds[note]
        if (!noteMessage || noteId === undefined) return []
        return {
          environment_id: shop.environment.id,
          note_id: noteId,
          content: noteMessage.content,
          user_id: shop.person(noteMessage.author).id,
          created_at: instant,
        }
      }),
    )
    .execute()
}

/** Inserts the notes in the order of their creation, so that ids increase with time. */
async function insertNotes(
  transaction: Transaction<Database>,
  shop: Shop,
  notes: readonly DemoNote[],
  events: readonly DatedEvent[],
): Promise<readonly number[]> {
  const rows = notes.map((note, index) => {
    const own = events.filter(event => event.note === index)
    const archived = own.find(event => event.kind === 'archive')
    return {
      environment_id: shop.environment.id,
      title: note.title,
      record_id: note.recordId,
      collection_name: note.collectionName,
      team_id: shop.teamId(note.team),
      user_id: shop.person(note.messages[0].author).id,
      created_at: own[0]?.instant ?? '',
      updated_at: own.at(-1)?.instant ?? '',
      archived_at: archived?.instant ?? null,
    }
  })
  const inserted = await transaction.insertInto('notes').values(rows).returning('id').execute()
  return inserted.map(row => row.id)
}
