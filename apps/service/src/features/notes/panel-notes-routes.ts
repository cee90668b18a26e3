import type { Transaction } from 'kysely'
import { z } from 'zod'
import { text as filterText, pagingFields } from '../../http/listing/list-query.js'
import { respondWithList } from '../../http/listing/list-response.js'
import { definePage } from '../../http/listing/objects.js'
import { type MemberCall, memberRoute, type Route } from '../../http/route.js'
import type { Database } from '../../store/schema.js'
import { idNumber } from '../people/person-fields.js'
import { PathId } from '../projects/fields.js'
import { findOwnTeam } from './find-author.js'
import { mentionRoutes } from './mention-routes.js'
import { Note } from './note.js'
import { NewMessage, NewNote, NoteChange } from './note-body.js'
import { noteListing } from './note-listing.js'
import { noSuchNote } from './note-rows.js'
import type { NoteWriting } from './note-writing.js'
import { readNote } from './read-notes.js'
import { addMessage, changeNote, createNote } from './write-notes.js'

const notes = '/api/projects/{projectId}/environments/{environmentId}/notes'

const common = { tag: 'Notes', level: 'user' } as const
const params = z.object({ id: PathId })

const NotesQuery = z.object({
  ...pagingFields,
  collectionName: filterText.optional(),
  recordId: filterText.optional(),
  archived: z
    .enum(['true', 'false'])
    .transform(value => value === 'true')
    .optional()
    .meta({ description: 'Only archived notes, or only those that are not.' }),
})

type AnyCall = MemberCall<unknown, unknown, unknown>

/** Runs a member's change to notes. */
function write(
  { deps, project, environment, person, member }: AnyCall,
  run: (transaction: Transaction<Database>, writing: NoteWriting) => Promise<Note>,
): Promise<Note> {
  const { id, username, email } = person
  const writer = { id, username, email, isAdmin: member.level === 'admin' }
  return deps.store.db
    .transaction()
    .execute(transaction => run(transaction, { project, environment, writer }))
}

/** Routes for notes in the panel: every member reads, replies and archives. */
export const panelNotesRoutes: readonly Route[] = [
  memberRoute(
    {
      ...common,
      method: 'get',
      path: notes,
      summary: 'List notes with their messages',
      query: NotesQuery,
      response: definePage(Note),
      ndjson: true,
    },
    call => respondWithList(call, noteListing, call.environment),
  ),
  memberRoute(
    {
      ...common,
      method: 'get',
      path: `${notes}/{id}`,
      summary: 'Read a note',
      params,
      response: Note,
    },
    async ({ deps, environment, params: { id } }) => {
      const note = await readNote(deps.store.db, environment, id)
      if (!note) throw noSuchNote(id)
      return note
    },
  ),
  memberRoute(
    {
      ...common,
      method: 'post',
      path: notes,
      summary: 'Create a note on a record',
      status: 201,
      body: z.strictObject({
        ...NewNote,
        teamId: idNumber.optional().meta({ description: 'One of your teams; default your first.' }),
      }),
      response: Note,
    },
    call => {
      const { teamId, ...draft } = call.body
      return write(call, async (transaction, writing) => {
        const team = await findOwnTeam(transaction, call.member, teamId)
        return createNote(transaction, writing, { ...draft, team })
      })
    },
  ),
  memberRoute(
    {
      ...common,
      method: 'patch',
      path: `${notes}/{id}`,
      summary: 'Change the title of a note, archive or reopen it',
      description: 'Anyone may archive; only the author and admins may change the title.',
      params,
      body: NoteChange,
      response: Note,
      errors: { not_your_note: 'The title belongs to the author of the note.' },
    },
    call =>
      write(call, (transaction, writing) =>
        changeNote(transaction, writing, call.params.id, call.body),
      ),
  ),
  memberRoute(
    {
      ...common,
      method: 'post',
      path: `${notes}/{id}/messages`,
      summary: 'Add a message to a note',
      description:
        'Mention a member with `<span data-mention-id="7">`, where 7 is their id. People who are ' +
        'not members of the project are not notified.',
      status: 201,
      params,
      body: NewMessage,
      response: Note,
    },
    call =>
      write(call, (transaction, writing) =>
        addMessage(transaction, writing, call.params.id, call.body.content),
      ),
  ),
  ...mentionRoutes,
]
