import type { Route } from '../../http/route.js'
import { partRoutes } from '../projects/part-routes.js'
import { refuseUsedTeam } from './refuse-used-team.js'

/** Teams: who works together, and shares scopes. */
export const teamRoutes: readonly Route[] = partRoutes({
  table: 'teams',
  noun: 'team',
  readLevel: 'user',
  inUse: {
    team_in_use: 'A person or an open invitation is in the team, or the SSO connection names it.',
    last_team: 'A project has at least one team.',
  },
  refuseUsed: refuseUsedTeam,
})
