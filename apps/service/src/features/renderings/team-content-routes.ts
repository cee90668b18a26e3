import { z } from 'zod'
import { memberRoute, type Route } from '../../http/route.js'
import { hasLevel } from '../../store/schema.js'
import { PathId } from '../projects/fields.js'
import { findReadableTeam } from '../teams/find-readable-team.js'
import { inTransaction, removeContent, type TeamContent, writeContent } from './change-content.js'
import { listRows } from './content-rows.js'

type Params = Readonly<Record<string, number>>

/** Routes to list, create, replace and delete content of one kind. Every change is in the admin log. */
export function teamContentRoutes<Body extends object>(
  content: TeamContent<Body>,
): readonly Route[] {
  const { noun, tag, description, Body, ResponseSchema, forMembers } = content
  const list = `/api/projects/{projectId}/environments/{environmentId}/teams/{teamId}/${noun}s`
  const idName = `${noun}Id`
  const one = `${list}/{${idName}}`
  const ofTeam = z.object({ teamId: PathId })
  const ofOne = z.object({ teamId: PathId, [idName]: PathId })
  const level = 'editor' as const
  const errors = { [`${noun}_name_taken`]: `Another ${noun} of the team has this name.` }
  const notInTeam = { not_in_team: 'You are neither in the team nor an Editor.' }
  const readId = (params: Params) => params[idName] ?? 0
  return [
    memberRoute(
      {
        method: 'get',
        path: list,
        tag,
        summary: `List the ${noun}s of a team in an environment`,
        ...(forMembers
          ? { level: 'user', description: forMembers.description, errors: notInTeam }
          : { level }),
        params: ofTeam,
        response: z.object({ data: z.array(forMembers?.ResponseSchema ?? ResponseSchema) }),
      },
      async call => {
        const { deps, environment, member, params } = call
        const isEditor = hasLevel(member.level, level)
        await findReadableTeam(call)
        const location = { environmentId: environment.id, teamId: params.teamId }
        const data = await listRows(content, deps.store.db, location)
        return { data: isEditor || !forMembers ? data : data.map(forMembers.omitHidden) }
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
        ...(content.removal && { errors: content.removal.errors }),
      },
      async call => {
        await inTransaction(call, change => removeContent(content, change, readId(call.params)))
        return undefined
      },
    ),
  ]
}
