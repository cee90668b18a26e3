import { z } from 'zod'
import { memberRoute, type Route } from '../../http/route.js'
import { CollectionName, PathId } from '../projects/fields.js'
import { findOwnTeam } from '../teams/find-own-team.js'
import { listViews } from './read-views.js'
import { NewView, View, ViewChange, ViewOrder } from './view.js'
import { changeViews } from './views-change.js'
import { createView, MAX_VIEWS, orderViews, removeView, updateView } from './write-views.js'

const list = '/api/projects/{projectId}/environments/{environmentId}/teams/{teamId}/views'
const one = `${list}/{viewId}`
const ofTeam = z.object({ teamId: PathId })
const ofOne = z.object({ teamId: PathId, viewId: PathId })
const Views = z.object({ data: z.array(View) })

const common = { tag: 'Views', level: 'user', bodyLimit: 64 * 1024 } as const
const notInTeam = { not_in_team: 'You are neither in the team nor an Admin.' }
const shared = { level_too_low: "Shared views need the permission level 'manager'." }
const taken = {
  view_name_taken:
    'You, or for a shared view the team, have a view of the collection by this name.',
}

/** Routes for saved states of lists: private ones of a person, and shared ones of a team. */
export const viewRoutes: readonly Route[] = [
  memberRoute(
    {
      ...common,
      method: 'get',
      path: list,
      summary: 'List the shared views of a team and your own',
      description: 'By collection, shared ones first. For members of the team and Admins.',
      params: ofTeam,
      query: z.object({ collectionName: CollectionName.optional() }),
      response: Views,
      errors: notInTeam,
    },
    async call => {
      const { deps, environment, person, query } = call
      const team = await findOwnTeam(call)
      const scope = { environmentId: environment.id, teamId: team.id, personId: person.id }
      return { data: await listViews(deps.store.db, scope, query.collectionName) }
    },
  ),
  memberRoute(
    {
      ...common,
      method: 'post',
      path: list,
      summary: 'Save a view of a list',
      description: `Shared views need the level manager and are in the admin log. A person has at most ${MAX_VIEWS} views of a collection.`,
      params: ofTeam,
      body: NewView,
      status: 201,
      response: View,
      errors: {
        ...notInTeam,
        ...shared,
        ...taken,
        too_many_views: `You have ${MAX_VIEWS} views of the collection.`,
      },
    },
    async call => {
      await findOwnTeam(call)
      return changeViews(call, change => createView(change, call.body))
    },
  ),
  memberRoute(
    {
      ...common,
      method: 'put',
      path: `${list}/order`,
      summary: 'Order the views of a collection',
      description:
        'Your private ones or, from the level manager, the shared ones. Views that are not named follow in their previous order; ids of other views are ignored.',
      params: ofTeam,
      body: ViewOrder,
      response: Views,
      errors: { ...notInTeam, ...shared },
    },
    async call => {
      await findOwnTeam(call)
      return { data: await changeViews(call, change => orderViews(change, call.body)) }
    },
  ),
  memberRoute(
    {
      ...common,
      method: 'patch',
      path: one,
      summary: 'Change, share or unshare a view',
      description: 'Fields that are absent stay. Only its owner can make a shared view private.',
      params: ofOne,
      body: ViewChange,
      response: View,
      errors: {
        ...notInTeam,
        ...shared,
        ...taken,
        view_not_own: 'The shared view is of another person.',
      },
    },
    async call => {
      await findOwnTeam(call)
      return changeViews(call, change => updateView(change, call.params.viewId, call.body))
    },
  ),
  memberRoute(
    {
      ...common,
      method: 'delete',
      path: one,
      summary: 'Delete a view',
      params: ofOne,
      status: 204,
      errors: { ...notInTeam, ...shared },
    },
    async call => {
      await findOwnTeam(call)
      await changeViews(call, change => removeView(change, call.params.viewId))
      return undefined
    },
  ),
]
