import { sql } from 'kysely'
import { z } from 'zod'
import { personRoute, type Route } from '../../http/route.js'
import { IdPageQuery, idPage, readIdPage } from '../people/id-page.js'
import { idNumber } from '../people/person-fields.js'
import { Mention, readMentions } from './read-mentions.js'

const tag = 'Me'

/** Routes for the messages that mention a person, in all their projects. */
export const mentionRoutes: readonly Route[] = [
  personRoute(
    {
      method: 'get',
      path: '/api/me/mentions',
      tag,
      summary: 'List the messages that mention you, the newest first',
      query: IdPageQuery.extend({
        seen: z
          .enum(['true', 'false'])
          .transform(value => value === 'true')
          .optional()
          .meta({ description: 'Only those you have seen, or only those you have not.' }),
      }),
      response: idPage(Mention),
    },
    ({ deps, person, query }) =>
      readIdPage(query, ({ afterId, limit }) =>
        readMentions(deps.store.db, person, {
          isSeen: query.seen,
          beforeId: afterId === 0 ? undefined : afterId,
          limit,
        }),
      ),
  ),
  personRoute(
    {
      method: 'post',
      path: '/api/me/mentions/seen',
      tag,
      summary: 'Mark mentions as seen',
      description: 'Other ids are ignored.',
      status: 204,
      body: z.strictObject({
        ids: z
          .array(idNumber)
          .min(1, 'must have 1 to 1000 ids')
          .max(1000, 'must have 1 to 1000 ids'),
      }),
    },
    async ({ deps, person, body }) => {
      await deps.store.db
        .updateTable('note_mentions')
        .set({ seen_at: sql<string>`clock_timestamp()` })
        .where('user_id', '=', person.id)
        .where('message_id', '=', sql<number>`any(${body.ids}::bigint[])`)
        .where('seen_at', 'is', null)
        .execute()
      return undefined
    },
  ),
]
