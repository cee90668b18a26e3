import type { Kysely } from 'kysely'
import { z } from 'zod'
import { memberRoute, type Route } from '../../http/route.js'
import type { Database } from '../../store/schema.js'
import { readEnvironment } from '../environments/read-environments.js'
import { PathId } from '../projects/fields.js'
import { copyRights } from './copy-rights.js'
import { listRights, RoleWithRights, readRights } from './read-rights.js'
import { RoleRights } from './rights.js'
import { setRights } from './write-rights.js'

const tag = 'Roles'
const environment = '/api/projects/{projectId}/environments/{environmentId}'
const one = `${environment}/roles/{roleId}/rights`
const params = z.object({ roleId: PathId })
const RightsList = z.object({
  rights: z.enum(['enforced', 'open']).meta({
    description: '`open`: an admin opened the environment, and none of these applies.',
  }),
  data: z.array(RoleWithRights),
})

/** Routes for the permissions of roles in an environment. */
export const rightsRoutes: readonly Route[] = [
  memberRoute(
    {
      method: 'get',
      path: `${environment}/rights`,
      tag,
      summary: 'Show what every role may do in an environment',
      level: 'admin',
      response: RightsList,
    },
    async ({ deps, project, environment }) => showRights(deps.store.db, project.id, environment.id),
  ),
  memberRoute(
    {
      method: 'get',
      path: one,
      tag,
      summary: 'Show what a role may do in an environment',
      level: 'admin',
      params,
      response: RoleRights,
    },
    async ({ deps, project, environment, params, headers }) => {
      const { id } = environment
      const { rights, tag } = await readRights(deps.store.db, project.id, id, params.roleId)
      headers.ETag = `"${tag}"`
      return rights
    },
  ),
  memberRoute(
    {
      method: 'put',
      path: one,
      tag,
      summary: 'Set what a role may do in an environment',
      description:
        'What is not allowed is denied. Conditions are evaluated by the agent, which has the records. With `If-Match`, rights that somebody changed in the meantime are not overwritten.',
      level: 'admin',
      params,
      headers: { 'if-match': 'The `ETag` of the rights that are replaced; `"none"` for none.' },
      errors: { rights_changed: 'Somebody else changed the rights; the message says when.' },
      body: RoleRights,
      // Room for permissions on every field of several thousand collections.
      bodyLimit: 4 * 1024 * 1024,
      response: RoleRights,
    },
    async ({ deps, project, environment, person, params, body, request, headers }) => {
      const target = {
        projectId: project.id,
        environment,
        roleId: params.roleId,
        actor: { initiator: 'administrator', person },
        ifMatch: request.header('if-match'),
      } as const
      const { tag } = await deps.store.db
        .transaction()
        .execute(transaction => setRights(transaction, target, body))
      headers.ETag = `"${tag}"`
      return body
    },
  ),
  memberRoute(
    {
      method: 'post',
      path: `${environment}/rights/copy`,
      tag,
      summary: 'Copy the rights of all roles from another environment',
      level: 'admin',
      body: z.strictObject({ fromEnvironmentId: z.number().int().positive() }),
      response: RightsList,
    },
    async ({ deps, project, environment, person, body }) => {
      const copy = {
        ...body,
        projectId: project.id,
        environment,
        actor: { initiator: 'administrator', person },
      } as const
      await deps.store.db.transaction().execute(transaction => copyRights(transaction, copy))
      return showRights(deps.store.db, project.id, environment.id)
    },
  ),
]

async function showRights(db: Kysely<Database>, projectId: number, environmentId: number) {
  const { rights } = await readEnvironment(db, environmentId)
  return { rights, data: await listRights(db, projectId, environmentId) }
}
