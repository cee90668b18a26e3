import type { Transaction } from 'kysely'
import { z } from 'zod'
import { text as filterText, pagingFields } from '../../http/listing/list-query.js'
import { respondWithList } from '../../http/listing/list-response.js'
import { definePage } from '../../http/listing/objects.js'
import { type MemberCall, memberRoute, type Route } from '../../http/route.js'
import type { Database } from '../../store/schema.js'
import { idNumber } from '../people/person-fields.js'
import { PathId } from '../projects/fields.js'
import { deleteMessage, editMessage } from './change-messages.js'
import { findOwnTeam } from './find-author.js'
import { mentionRoutes } from './mention-routes.js'
import { PanelNote } from './note.js'
import { NewMessage, NewNote, NoteChange } from './note-body.js'
import { panelNoteListing } from './note-listing.js'
import { noSuchNote } from './note-rows.js'
import type { NoteWriting } from './note-writing.js'
import { readNote } from './read-notes.js'
import { addMessage, changeNote, createNote } from './write-notes.js'

const notes = '/api/projects/{projectId}/environments/{environmentId}/notes'

const common = { tag: 'Notes', level: 'user' } as const
const params = z.object({ id: PathId })
const messageParams = params.extend({ messageId: PathId })

const me = z.enum(['me']).optional()

const NotesQuery = z.object({
  ...pagingFields,
  collectionName: filterText.optional(),
  recordId: filterText.optional(),
  archived: z
    .enum(['true', 'false'])
    .transform(value => value === 'true')
    .optional()
    .meta({ description: 'Only archived notes, or only those that are not.' }),
  author: me.meta({ description: 'Only notes that you created.' }),
  mentions: me.meta({ description: 'Only notes with a message that mentions you.' }),
})

type AnyCall = MemberCall<unknown, unknown, unknown>

/** Runs a member's change to notes. */
function write(
  { deps, project, environment, person, member }: AnyCall,
  run: (transaction: Transaction<Database>, writing: NoteWriting) => Promise<PanelNote>,
): Promise<PanelNote> {
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
      response: definePage(PanelNote),
      ndjson: true,
    },
    call => {
      const { author, mentions, ...query } = call.query
      const me = call.person.id
      const own = { author: author && me, mentions: mentions && me }
      return respondWithList(
        { ...call, query: { ...query, ...own } },
        panelNoteListing,
        call.environment,
      )
    },
  ),
  memberRoute(
    {
      ...common,
      method: 'get',
      path: `${notes}/{id}`,
      summary: 'Read a note',
      params,
      response: PanelNote,
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
      response: PanelNote,
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
      response: PanelNote,
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
      response: PanelNote,
    },
    call =>
      write(call, (transaction, writing) =>
        addMessage(transaction, writing, call.params.id, call.body.content),
      ),
  ),
  memberRoute(
    {
      ...common,
      method: 'patch',
      path: `${notes}/{id}/messages/{messageId}`,
      summary: 'Edit a message of yours',
      description:
        'Only its author may edit a message. `createdAt` stays and `editedAt` is set. People who are newly ' +
        'mentioned are notified; a mention that was removed leaves their inbox.',
      params: messageParams,
      body: NewMessage,
      response: PanelNote,
      errors: {
        not_your_message: 'Only the author of a message may edit it; admins may not.',
        message_deleted: 'The message was deleted.',
      },
    },
    call =>
      write(call, (transaction, writing) =>
        editMessage(transaction, writing, call.params, call.body.content),
      ),
  ),
  memberRoute(
    {
      ...common,
      method: 'delete',
      path: `${notes}/{id}/messages/{messageId}`,
      summary: 'Delete a message',
      description:
        'The author and admins may. The message keeps its place in the thread with `deletedAt` and an empty ' +
        '`content`; its mentions leave the inboxes. A repeat changes nothing.',
      params: messageParams,
      response: PanelNote,
      errors: { not_your_message: 'Only the author of a message and admins may delete it.' },
    },
    call => write(call, (transaction, writing) => deleteMessage(transaction, writing, call.params)),
  ),
  ...mentionRoutes,
]
