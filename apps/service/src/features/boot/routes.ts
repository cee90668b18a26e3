import { z } from 'zod'
import { deriveCsrfToken, readSessionCookie } from '../../http/access/find-person.js'
import { personRoute, type Route } from '../../http/route.js'
import { PathId } from '../projects/fields.js'
import { Boot } from './boot.js'
import { readBoot } from './read-boot.js'
import { tryToIssueCode } from './try-to-issue-code.js'

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
        address: z
          .string()
          .max(8000, 'must have at most 8000 characters')
          .optional()
          .meta({
            description: 'The path of a page of the panel: its place is opened.',
            examples: ['/app/Store/Production/Operations'],
          }),
        agentCode: z.enum(['true', 'false']).optional().meta({
          description: 'Whether to issue a code for a session at the agent of the place.',
        }),
      }),
      response: Boot,
    },
    async ({ deps, request, person, query, headers }) => {
      headers['Cache-Control'] = 'no-store'
      const boot = await readBoot(deps.store.db, person, {
        renderingId: query.rendering,
        address: query.address,
        csrfToken: deriveCsrfToken(readSessionCookie(request, deps.config).secret),
      })
      if (query.agentCode !== 'true') return boot
      return { ...boot, agentCode: await tryToIssueCode(deps, person, boot) }
    },
  ),
]
