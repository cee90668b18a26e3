import { z } from 'zod'
import { parseBound } from '../../http/listing/instant-parameter.js'
import { personRoute, type Route } from '../../http/route.js'
import { IdPageQuery, idPage, readIdPage } from '../people/id-page.js'
import { idNumber } from '../people/person-fields.js'
import {
  countUnseenMentions,
  Mention,
  markMentionsSeen,
  readMentions,
  UnseenMentions,
} from './read-mentions.js'

const tag = 'Me'

const Until = z
  .string()
  .transform((given, context) => {
    const bound = parseBound(given, 'lte')
    if (bound) return bound
    context.addIssue('must be an ISO 8601 date and time, such as 2026-02-01T08:30:00Z')
    return z.NEVER
  })
  .meta({ description: 'Marks all mentions made at this instant or before.' })

/** Which mentions to mark as seen. */
const SeenMentions = z
  .strictObject({
    ids: z
      .array(idNumber)
      .min(1, 'must have 1 to 1000 ids')
      .max(1000, 'must have 1 to 1000 ids')
      .optional()
      .meta({ description: 'Of their messages. Other ids are ignored.' }),
    until: Until.optional(),
  })
  .transform(({ ids, until }, context) => {
    if (ids !== undefined && until === undefined) return { ids }
    if (until !== undefined && ids === undefined) return { until }
    context.addIssue("must have either 'ids' or 'until'")
    return z.NEVER
  })

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
      method: 'get',
      path: '/api/me/mentions/unseen',
      tag,
      summary: 'Count the mentions you have not seen',
      description: 'Send `newestAt` as `until` to mark all that were counted as seen.',
      response: UnseenMentions,
    },
    ({ deps, person }) => countUnseenMentions(deps.store.db, person),
  ),
  personRoute(
    {
      method: 'post',
      path: '/api/me/mentions/seen',
      tag,
      summary: 'Mark mentions as seen',
      description:
        'Some of them by `ids`, or all `until` an instant, which leaves those that arrive meanwhile.',
      status: 204,
      body: SeenMentions,
    },
    async ({ deps, person, body }) => {
      await markMentionsSeen(deps.store.db, person, body)
      return undefined
    },
  ),
]
