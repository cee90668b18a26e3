import { z } from 'zod'
import { memberRoute, type Route } from '../../http/route.js'

const Rendering = z
  .object({
    id: z.number().int(),
    team: z.object({ id: z.number().int(), name: z.string() }),
  })
  .meta({ id: 'Rendering' })

/** Routes for renderings: what one team sees of one environment, by the id that agents use. */
export const renderingRoutes: readonly Route[] = [
  memberRoute(
    {
      method: 'get',
      path: '/api/projects/{projectId}/environments/{environmentId}/renderings',
      tag: 'Renderings',
      summary: 'List the renderings of an environment',
      description: 'Those of your own teams; Admins see those of every team.',
      level: 'user',
      response: z.object({ data: z.array(Rendering) }),
    },
    async ({ deps, environment, member }) => {
      const rows = await deps.store.db
        .selectFrom('renderings')
        .innerJoin('teams', 'teams.id', 'renderings.team_id')
        .select(['renderings.id', 'teams.id as team_id', 'teams.name'])
        .where('renderings.environment_id', '=', environment.id)
        .where('teams.deleted_at', 'is', null)
        .orderBy('teams.name')
        .execute()
      const isShown = ({ team_id }: { team_id: number }) =>
        member.level === 'admin' || member.teamIds.includes(team_id)
      return {
        data: rows
          .filter(isShown)
          .map(({ id, team_id, name }) => ({ id, team: { id: team_id, name } })),
      }
    },
  ),
]
