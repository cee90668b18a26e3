import { z } from 'zod'
import { memberRoute, type Route } from '../../http/route.js'
import { PathId } from '../projects/fields.js'
import { readNamedResource } from '../projects/named-resources.js'
import { inTransaction, removeContent, type TeamContent, writeContent } from './change-content.js'
import { listRows } from './content-rows.js'

type Params = Readonly<Record<string, number>>

/** Routes to list, create, replace and delete content of one kind. Every change is in the admin log. */
export function teamContentRoutes<Body extends object>(
  content: TeamContent<Body>,
): readonly Route[] {
  const { noun, tag, description, Body, ResponseSchema } = content
  const list = `/api/projects/{projectId}/environments/{environmentId}/teams/{teamId}/${noun}s`
  const idName = `${noun}Id`
  const one = `${list}/{${idName}}`
  const ofTeam = z.object({ teamId: PathId })
  const ofOne = z.object({ teamId: PathId, [idName]: PathId })
  const level = 'editor' as const
  const errors = { [`${noun}_name_taken`]: `Another ${noun} of the team has this name.` }
  const readId = (params: Params) => params[idName] ?? 0
  return [
    memberRoute(
      {
        method: 'get',
        path: list,
        tag,
        summary: `List the ${noun}s of a team in an environment`,
        level,
        params: ofTeam,
        response: z.object({ data: z.array(ResponseSchema) }),
      },
      async ({ deps, project, environment, params: { teamId } }) => {
        await readNamedResource(deps.store.db, 'teams', project.id, teamId)
        const location = { environmentId: environment.id, teamId }
        return { data: await listRows(content, deps.store.db, location) }
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
        response: ResponseSchema,
        errors,
      },
      async call => inTransaction(call, change => writeContent(content, change, call.body as Body)),
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
        response: ResponseSchema,
        errors,
      },
      async call =>
        inTransaction(call, change =>
          writeContent(content, change, call.body as Body, readId(call.params)),
        ),
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
        await inTransaction(call, change => removeContent(content, change, readId(call.params)))
        return undefined
      },
    ),
  ]
}
