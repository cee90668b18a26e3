import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import type { Environment } from '../../http/access/callers.js'
import type { Database } from '../../store/schema.js'
import type { PanelNote } from './note.js'
import { noteById, panelNoteListing } from './note-listing.js'

/** Reads one note with its messages; undefined when it does not exist. */
export async function readNote(
  db: Kysely<Database> | Transaction<Database>,
  environment: Environment,
  id: number,
): Promise<PanelNote | undefined> {
  const { rows } = await db.executeQuery<Parameters<typeof panelNoteListing.toItem>[0]>(
    CompiledQuery.raw(noteById, [environment.id, id]),
  )
  return rows[0] && panelNoteListing.toItem(rows[0], environment)
}
