import type { Dashboard as StoredDashboard } from '@service/protocol'
import { z } from 'zod'
import { type MemberCall, memberRoute, type Route } from '../../http/route.js'
import { PathId } from '../projects/fields.js'
import { inTransaction } from '../renderings/change-content.js'
import { findReadableTeam } from '../teams/find-readable-team.js'
import {
  createDashboard,
  MAX_DASHBOARDS,
  orderDashboards,
  removeDashboard,
  replaceDashboard,
} from './change-dashboards.js'
import { Dashboard, DashboardContent, DashboardOrder } from './dashboard.js'
import { listDashboards, readDashboard } from './read-dashboards.js'

const list = '/api/projects/{projectId}/environments/{environmentId}/teams/{teamId}/dashboards'
const one = `${list}/{dashboardId}`
const ofTeam = z.object({ teamId: PathId })
const ofOne = z.object({ teamId: PathId, dashboardId: PathId })
const Dashboards = z.object({ data: z.array(Dashboard) })

const read = {
  tag: 'Dashboards',
  level: 'user',
  errors: { not_in_team: 'You are neither in the team nor an Editor.' },
} as const
const write = { tag: 'Dashboards', level: 'editor', bodyLimit: 64 * 1024 } as const
const ifMatch = { 'if-match': 'Required. The `ETag` of the dashboard you changed.' }
const content = {
  dashboard_name_taken: 'Another dashboard of the team has this name.',
  unknown_chart: 'A card names a chart that the team does not have in this environment.',
}
const changed = {
  if_match_required: 'The request has no `If-Match`.',
  dashboard_changed: 'Somebody else changed the dashboard; the message says who and when.',
}

/** Routes for dashboards: editors write them, and the members of a team see them. */
export const dashboardRoutes: readonly Route[] = [
  memberRoute(
    {
      ...read,
      method: 'get',
      path: list,
      summary: 'List the dashboards of a team in an environment',
      description: 'In their order. For members of the team, and for Editors.',
      params: ofTeam,
      response: Dashboards,
    },
    async call => {
      const { deps, environment } = call
      const team = await findReadableTeam(call)
      const place = { environmentId: environment.id, teamId: team.id }
      return { data: await listDashboards(deps.store.db, place) }
    },
  ),
  memberRoute(
    {
      ...read,
      method: 'get',
      path: one,
      summary: 'Show a dashboard',
      description: 'For members of the team, and for Editors.',
      params: ofOne,
      response: Dashboard,
    },
    async call => {
      const { deps, environment, params } = call
      const team = await findReadableTeam(call)
      const place = { environmentId: environment.id, teamId: team.id }
      return withTag(call, await readDashboard(deps.store.db, place, params.dashboardId))
    },
  ),
  memberRoute(
    {
      ...write,
      method: 'post',
      path: list,
      summary: 'Create a dashboard',
      description: `As the last one. A team has at most ${MAX_DASHBOARDS} in an environment.`,
      params: ofTeam,
      body: DashboardContent,
      status: 201,
      response: Dashboard,
      errors: { ...content, too_many_dashboards: `The team has ${MAX_DASHBOARDS} dashboards.` },
    },
    async call =>
      withTag(call, await inTransaction(call, change => createDashboard(change, call.body))),
  ),
  memberRoute(
    {
      ...write,
      method: 'put',
      path: `${list}/order`,
      summary: 'Order the dashboards of a team',
      description:
        'Dashboards that are not named follow in their previous order; ids of others are ignored.',
      params: ofTeam,
      body: DashboardOrder,
      response: Dashboards,
    },
    async call => ({
      data: await inTransaction(call, change => orderDashboards(change, call.body.ids)),
    }),
  ),
  memberRoute(
    {
      ...write,
      method: 'put',
      path: one,
      summary: 'Replace a dashboard',
      params: ofOne,
      headers: ifMatch,
      body: DashboardContent,
      response: Dashboard,
      errors: { ...content, ...changed },
    },
    async call => {
      const { request, params, body } = call
      const replaced = await inTransaction(call, change =>
        replaceDashboard(change, params.dashboardId, body, request.header('if-match')),
      )
      return withTag(call, replaced)
    },
  ),
  memberRoute(
    {
      ...write,
      method: 'delete',
      path: one,
      summary: 'Delete a dashboard',
      description: 'Its charts stay.',
      params: ofOne,
      headers: ifMatch,
      status: 204,
      errors: changed,
    },
    async call => {
      const { request, params } = call
      await inTransaction(call, change =>
        removeDashboard(change, params.dashboardId, request.header('if-match')),
      )
      return undefined
    },
  ),
]

function withTag(
  { headers }: Pick<MemberCall<unknown, unknown, unknown>, 'headers'>,
  dashboard: StoredDashboard,
): StoredDashboard {
  headers.ETag = `"${dashboard.tag}"`
  return dashboard
}
