import { z } from 'zod'
import { type MemberCall, memberRoute, type Route } from '../../http/route.js'
import { PathId } from '../projects/fields.js'
import {
  addPart,
  listParts,
  PartBody,
  partFields,
  readPart,
  removePart,
  renamePart,
} from '../projects/parts.js'
import { refuseUsedTeam } from './refuse-used-team.js'

const Team = z.object(partFields).meta({ id: 'Team' })

const tag = 'Teams'
const path = '/api/projects/{projectId}/teams'
const params = z.object({ teamId: PathId })
const nameTaken = { team_name_taken: 'Another team of the project has this name.' }

/** Teams: who works together, and shares scopes. */
export const teamRoutes: readonly Route[] = [
  memberRoute(
    {
      method: 'get',
      path,
      tag,
      summary: 'List the teams of a project',
      level: 'user',
      answer: z.object({ data: z.array(Team) }),
    },
    async ({ deps, project }) => ({ data: await listParts(deps.store.db, 'teams', project.id) }),
  ),
  memberRoute(
    {
      method: 'get',
      path: `${path}/{teamId}`,
      tag,
      summary: 'Show one team',
      level: 'user',
      params,
      answer: Team,
    },
    async ({ deps, project, params }) =>
      readPart(deps.store.db, 'teams', project.id, params.teamId),
  ),
  memberRoute(
    {
      method: 'post',
      path,
      tag,
      summary: 'Create a team',
      level: 'admin',
      body: PartBody,
      status: 201,
      answer: Team,
      errors: nameTaken,
    },
    async ({ deps, project, person, body }) =>
      deps.store.db.transaction().execute(transaction =>
        addPart(transaction, 'teams', {
          projectId: project.id,
          name: body.name,
          actor: { initiator: 'administrator', person },
        }),
      ),
  ),
  memberRoute(
    {
      method: 'patch',
      path: `${path}/{teamId}`,
      tag,
      summary: 'Rename a team',
      level: 'admin',
      params,
      body: PartBody,
      answer: Team,
      errors: nameTaken,
    },
    async call =>
      call.deps.store.db
        .transaction()
        .execute(transaction => renamePart(transaction, 'teams', targetOf(call), call.body.name)),
  ),
  memberRoute(
    {
      method: 'delete',
      path: `${path}/{teamId}`,
      tag,
      summary: 'Delete a team',
      level: 'admin',
      params,
      status: 204,
      errors: {
        team_in_use:
          'A person or an open invitation is in the team, or the SSO connection names it.',
        last_team: 'A project has at least one team.',
      },
    },
    async call => {
      await call.deps.store.db
        .transaction()
        .execute(transaction => removePart(transaction, 'teams', targetOf(call), refuseUsedTeam))
      return undefined
    },
  ),
]

const targetOf = ({
  project,
  person,
  params,
}: MemberCall<{ teamId: number }, undefined, unknown>) => ({
  projectId: project.id,
  id: params.teamId,
  actor: { initiator: 'administrator' as const, person },
})
