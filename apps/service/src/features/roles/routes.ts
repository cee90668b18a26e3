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
import { refuseUsedRole } from './refuse-used-role.js'
import { rightsRoutes } from './rights-routes.js'

const Role = z.object(partFields).meta({ id: 'Role' })

const tag = 'Roles'
const path = '/api/projects/{projectId}/roles'
const params = z.object({ roleId: PathId })
const nameTaken = { role_name_taken: 'Another role of the project has this name.' }

/** Roles, and what they may do in each environment. */
export const roleRoutes: readonly Route[] = [
  memberRoute(
    {
      method: 'get',
      path,
      tag,
      summary: 'List the roles of a project',
      level: 'admin',
      answer: z.object({ data: z.array(Role) }),
    },
    async ({ deps, project }) => ({ data: await listParts(deps.store.db, 'roles', project.id) }),
  ),
  memberRoute(
    {
      method: 'get',
      path: `${path}/{roleId}`,
      tag,
      summary: 'Show one role',
      level: 'admin',
      params,
      answer: Role,
    },
    async ({ deps, project, params }) =>
      readPart(deps.store.db, 'roles', project.id, params.roleId),
  ),
  memberRoute(
    {
      method: 'post',
      path,
      tag,
      summary: 'Create a role',
      description: 'A new role has no rights in any environment.',
      level: 'admin',
      body: PartBody,
      status: 201,
      answer: Role,
      errors: nameTaken,
    },
    async ({ deps, project, person, body }) =>
      deps.store.db.transaction().execute(transaction =>
        addPart(transaction, 'roles', {
          projectId: project.id,
          name: body.name,
          actor: { initiator: 'administrator', person },
        }),
      ),
  ),
  memberRoute(
    {
      method: 'patch',
      path: `${path}/{roleId}`,
      tag,
      summary: 'Rename a role',
      level: 'admin',
      params,
      body: PartBody,
      answer: Role,
      errors: nameTaken,
    },
    async call =>
      call.deps.store.db
        .transaction()
        .execute(transaction => renamePart(transaction, 'roles', targetOf(call), call.body.name)),
  ),
  memberRoute(
    {
      method: 'delete',
      path: `${path}/{roleId}`,
      tag,
      summary: 'Delete a role',
      level: 'admin',
      params,
      status: 204,
      errors: {
        role_in_use: 'A person or an open invitation has the role, or the SSO connection names it.',
      },
    },
    async call => {
      await call.deps.store.db
        .transaction()
        .execute(transaction => removePart(transaction, 'roles', targetOf(call), refuseUsedRole))
      return undefined
    },
  ),
  ...rightsRoutes,
]

const targetOf = ({
  project,
  person,
  params,
}: MemberCall<{ roleId: number }, undefined, unknown>) => ({
  projectId: project.id,
  id: params.roleId,
  actor: { initiator: 'administrator' as const, person },
})
