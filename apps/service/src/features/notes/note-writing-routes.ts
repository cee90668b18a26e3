import { z } from 'zod'
import { type Route, type TokenCall, tokenRoute } from '../../http/route.js'
import { PathId } from '../projects/fields.js'
import { findTokenAuthor, findTokenWriter } from './find-author.js'
import { idempotencyErrors, idempotencyHeaders, runOnce } from './idempotency.js'
import { Note, toPublicNote } from './note.js'
import { NewMessage, NewNote, NoteChange } from './note-body.js'
import { text } from './text.js'
import { addMessage, changeNote, createNote } from './write-notes.js'

const notes = '/v1/project/{projectName}/environment/{environmentName}/notes'

const common = {
  tag: 'Notes',
  scope: 'notes:write',
  headers: idempotencyHeaders,
  errors: idempotencyErrors,
  response: Note,
} as const

/** Routes to write notes through the public API. The author is the person who created the token. */
export const noteWritingRoutes: readonly Route[] = [
  tokenRoute(
    {
      ...common,
      method: 'post',
      path: notes,
      summary: 'Create a note on a record',
      status: 201,
      body: z.strictObject({
        ...NewNote,
        teamName: text(1, 255)
          .optional()
          .meta({ description: 'Default: the first team of the person who created the token.' }),
      }),
    },
    async call => {
      const { project, environment, token, body } = call
      const note = await runOnce(call, 201, async transaction => {
        const { teamName, ...draft } = body
        const { writer, team } = await findTokenAuthor(transaction, project, token, teamName)
        const writing = { project, environment, writer }
        return toPublicNote(await createNote(transaction, writing, { ...draft, team }))
      })
      return locate(call, note)
    },
  ),
  tokenRoute(
    {
      ...common,
      method: 'patch',
      path: `${notes}/{id}`,
      summary: 'Change the title of a note, archive or reopen it',
      params: z.object({ id: PathId }),
      body: NoteChange,
    },
    call => {
      const { project, environment, token, params, body } = call
      return runOnce(call, 200, async transaction => {
        const writer = await findTokenWriter(transaction, token)
        const writing = { project, environment, writer }
        return toPublicNote(await changeNote(transaction, writing, params.id, body))
      })
    },
  ),
  tokenRoute(
    {
      ...common,
      method: 'post',
      path: `${notes}/{id}/messages`,
      summary: 'Add a message to a note',
      status: 201,
      params: z.object({ id: PathId }),
      body: NewMessage,
    },
    async call => {
      const { project, environment, token, params, body } = call
      const note = await runOnce(call, 201, async transaction => {
        const writer = await findTokenWriter(transaction, token)
        const writing = { project, environment, writer }
        return toPublicNote(await addMessage(transaction, writing, params.id, body.content))
      })
      return locate(call, note)
    },
  ),
]

/** Sets the `Location` header to the note. */
function locate(
  { headers, project, environment }: TokenCall<unknown, unknown, unknown>,
  note: Note,
): Note {
  const path = ['project', project.name, 'environment', environment.name, 'notes', note.id]
  headers.Location = `/v1/${path.map(encodeURIComponent).join('/')}`
  return note
}
