import { z } from 'zod'
import {
  email,
  instantFilters,
  pagingFields,
  positiveInteger,
  text,
} from '../../http/listing/list-query.js'
import { respondWithPublicList } from '../../http/listing/list-response.js'
import { listEnvelope } from '../../http/listing/objects.js'
import { type Route, tokenRoute } from '../../http/route.js'
import { Note } from './note.js'
import { noteListing } from './note-listing.js'

const NotesQuery = z.object({
  ...pagingFields,
  userEmail: email.optional().meta({ description: "The creator's e-mail address, in any case" }),
  userId: positiveInteger().optional().meta({ description: "The creator's id" }),
  teamName: text.optional(),
  collectionName: text.optional().meta({ description: 'As in the schema' }),
  recordId: text.optional(),
  ...instantFilters('createdAt'),
  ...instantFilters('updatedAt'),
  ...instantFilters('archivedAt'),
})

export const publicNotesRoutes: readonly Route[] = [
  tokenRoute(
    {
      method: 'get',
      path: '/v1/project/{projectName}/environment/{environmentName}/notes',
      scope: 'notes:read',
      tag: 'Notes',
      summary: 'List notes with their messages',
      description:
        'The newest first. Continue with `cursor`, or with `createdAt.lt` set to the last `createdAt`.',
      query: NotesQuery,
      response: listEnvelope(Note, ['projectName', 'environmentName']).meta({ id: 'NoteList' }),
      ndjson: true,
    },
    call => respondWithPublicList(call, noteListing, call.environment),
  ),
]
