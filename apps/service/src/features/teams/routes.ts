import type { Route } from '../../http/route.js'
import { namedResourceRoutes } from '../projects/named-resource-routes.js'
import { refuseUsedTeam } from './refuse-used-team.js'

/** Routes for teams, whose members share scopes. */
export const teamRoutes: readonly Route[] = namedResourceRoutes({
  table: 'teams',
  noun: 'team',
  readLevel: 'user',
  inUse: {
    team_in_use: 'A person or an open invitation is in the team, or the SSO connection names it.',
    last_team: 'A project has at least one team.',
  },
  refuseUsed: refuseUsedTeam,
})
