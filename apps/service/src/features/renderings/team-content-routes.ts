import { z } from 'zod'
import { memberRoute, type Route } from '../../http/route.js'
import { PathId } from '../projects/fields.js'
import { readPart } from '../projects/parts.js'
import { inTransaction, put, type TeamContent, take } from './change-content.js'
import { listRows } from './content-rows.js'

type Params = Readonly<Record<string, number>>

/** Routes to list, create, replace and delete content of one kind. Every change is in the admin log. */
export function teamContentRoutes<Body extends object>(
  content: TeamContent<Body>,
): readonly Route[] {
  const { noun, tag, description, Body, Answer } = content
  const list = `/api/projects/{projectId}/environments/{environmentId}/teams/{teamId}/${noun}s`
  const idName = `${noun}Id`
  const one = `${list}/{${idName}}`
  const ofTeam = z.object({ teamId: PathId })
  const ofOne = z.object({ teamId: PathId, [idName]: PathId })
  const level = 'editor' as const
  const errors = { [`${noun}_name_taken`]: `Another ${noun} of the team has this name.` }
  const idOf = (params: Params) => params[idName] ?? 0
  return [
    memberRoute(
      {
        method: 'get',
        path: list,
        tag,
        summary: `List the ${noun}s of a team in an environment`,
        level,
        params: ofTeam,
        answer: z.object({ data: z.array(Answer) }),
      },
      async ({ deps, project, environment, params: { teamId } }) => {
        await readPart(deps.store.db, 'teams', project.id, teamId)
        const place = { environmentId: environment.id, teamId }
        return { data: await listRows(content, deps.store.db, place) }
      },
    ),
    memberRoute(
      {
        method: 'post',
        path: list,
        tag,
        summary: `Create a ${noun}`,
        description,
        level,
        params: ofTeam,
        body: Body,
        status: 201,
        answer: Answer,
        errors,
      },
      async call => inTransaction(call, change => put(content, change, call.body as Body)),
    ),
    memberRoute(
      {
        method: 'put',
        path: one,
        tag,
        summary: `Replace a ${noun}`,
        description,
        level,
        params: ofOne,
        body: Body,
        answer: Answer,
        errors,
      },
      async call =>
        inTransaction(call, change => put(content, change, call.body as Body, idOf(call.params))),
    ),
    memberRoute(
      {
        method: 'delete',
        path: one,
        tag,
        summary: `Delete a ${noun}`,
        level,
        params: ofOne,
        status: 204,
      },
      async call => {
        await inTransaction(call, change => take(content, change, idOf(call.params)))
        return undefined
      },
    ),
  ]
}
