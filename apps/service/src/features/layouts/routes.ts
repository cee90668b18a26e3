import { matchesEtag } from '@service/http'
import { z } from 'zod'
import { memberRoute, type Route } from '../../http/route.js'
import { PathId } from '../projects/fields.js'
import { findOwnTeam } from '../teams/find-own-team.js'
import { layoutHistoryRoutes } from './history-routes.js'
import { TaggedLayout } from './layout.js'
import { readLayout } from './read-layout.js'
import { layoutWriteRoutes } from './write-routes.js'

/** Routes for layouts: how a team sees an environment in the panel. */
export const layoutRoutes: readonly Route[] = [
  memberRoute(
    {
      method: 'get',
      path: '/api/projects/{projectId}/environments/{environmentId}/teams/{teamId}/layout',
      tag: 'Layouts',
      summary: 'Show how a team sees an environment in the panel',
      description:
        'For members of the team and Admins. Returns 304 when the tag is among those of `If-None-Match`.',
      level: 'user',
      params: z.object({ teamId: PathId }),
      headers: { 'if-none-match': 'The `ETag` of an earlier response.' },
      response: TaggedLayout,
      errors: { not_in_team: 'You are neither in the team nor an Admin.' },
    },
    async call => {
      const { deps, environment, request, headers } = call
      const team = await findOwnTeam(call)
      const found = await readLayout(deps.store.db, {
        environmentId: environment.id,
        teamId: team.id,
      })
      const etag = `"${found.tag}"`
      headers.ETag = etag
      headers['Cache-Control'] = 'private, no-cache'
      if (matchesEtag(request.header('if-none-match'), etag)) {
        return new Response(null, { status: 304 })
      }
      return found
    },
  ),
  ...layoutWriteRoutes,
  ...layoutHistoryRoutes,
]
