import { z } from 'zod'
import { deriveCsrfToken, readSessionCookie } from '../../http/access/find-person.js'
import { personRoute, type Route } from '../../http/route.js'
import { PathId } from '../projects/fields.js'
import { Boot } from './boot.js'
import { readBoot } from './read-boot.js'

/** The route with which the panel starts. */
export const bootRoutes: readonly Route[] = [
  personRoute(
    {
      method: 'get',
      path: '/api/boot',
      tag: 'Sessions',
      summary: 'Get everything the panel needs to start',
      description:
        'The session, the projects with what you can open there, your preferences, and the layout of the place to open. A project whose single sign-on this session lacks has a `refusal` and no environments.',
      who: 'session',
      query: z.object({
        rendering: PathId.optional().meta({ description: 'The rendering to open.' }),
      }),
      response: Boot,
    },
    async ({ deps, request, person, query, headers }) => {
      headers['Cache-Control'] = 'no-store'
      return readBoot(deps.store.db, person, {
        renderingId: query.rendering,
        csrfToken: deriveCsrfToken(readSessionCookie(request).secret),
      })
    },
  ),
]
