import { z } from 'zod'
import { memberRoute, type Route } from '../../http/route.js'
import { IdPageQuery, idPage, readIdPage } from '../people/id-page.js'
import { PathId } from '../projects/fields.js'
import { findOwnTeam } from '../teams/find-own-team.js'
import { LayoutVersion, LayoutVersionDocument } from './layout-version.js'
import { listVersions, readVersion } from './read-versions.js'

const history =
  '/api/projects/{projectId}/environments/{environmentId}/teams/{teamId}/layout/history'
const common = {
  method: 'get',
  tag: 'Layouts',
  level: 'editor',
  errors: { not_in_team: 'You are neither in the team nor an Admin.' },
} as const

/** Pages are smaller than those of other lists: a patch can be as large as a layout. */
const HistoryQuery = IdPageQuery.extend({
  limit: z
    .string()
    .regex(/^([1-9]\d?|100)$/, 'must be an integer from 1 to 100')
    .transform(Number)
    .default(20),
})

/** Routes for the history of layouts. */
export const layoutHistoryRoutes: readonly Route[] = [
  memberRoute(
    {
      ...common,
      path: history,
      summary: 'List the versions of a layout, the newest first',
      description: 'Each with its author, its time and the JSON Patch from the version before.',
      params: z.object({ teamId: PathId }),
      query: HistoryQuery,
      response: idPage(LayoutVersion),
    },
    async call => {
      const { deps, environment, query } = call
      const { id: teamId } = await findOwnTeam(call)
      const page = await readIdPage(query, ({ afterId, limit }) =>
        listVersions(
          deps.store.db,
          { environmentId: environment.id, teamId },
          { beforeVersion: afterId === 0 ? undefined : afterId, limit },
        ),
      )
      return { ...page, data: page.data.map(({ id, ...version }) => version) }
    },
  ),
  memberRoute(
    {
      ...common,
      path: `${history}/{version}`,
      summary: 'Read one version of a layout',
      params: z.object({ teamId: PathId, version: PathId }),
      response: LayoutVersionDocument,
    },
    async call => {
      const { deps, environment, params } = call
      const { id: teamId } = await findOwnTeam(call)
      return readVersion(deps.store.db, { environmentId: environment.id, teamId }, params.version)
    },
  ),
]
