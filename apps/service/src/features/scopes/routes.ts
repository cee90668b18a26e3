import { z } from 'zod'
import { type MemberCall, memberRoute, type Route } from '../../http/route.js'
import { CollectionName, PathId } from '../projects/fields.js'
import { readNamedResource } from '../projects/named-resources.js'
import { findScope, listScopes, noScope } from './read-scopes.js'
import { Scope, ScopeBody } from './scope.js'
import { removeScope, setScope } from './write-scopes.js'

const tag = 'Scopes'
const list = '/api/projects/{projectId}/environments/{environmentId}/teams/{teamId}/scopes'
const one = `${list}/{collectionName}`
const precondition = {
  headers: { 'if-match': 'The `tag` of the scope that is changed, in quotes; `"none"` for none.' },
  errors: { scope_changed: 'Somebody else changed the scope; the message says when.' },
}
const params = z.object({ teamId: PathId, collectionName: CollectionName })

/** Routes for scopes: which records of a collection a team sees in an environment. */
export const scopeRoutes: readonly Route[] = [
  memberRoute(
    {
      method: 'get',
      path: list,
      tag,
      summary: 'List the scopes of a team in an environment',
      level: 'admin',
      params: z.object({ teamId: PathId }),
      response: z.object({ data: z.array(Scope) }),
    },
    async ({ deps, project, environment, params }) => {
      const team = await readNamedResource(deps.store.db, 'teams', project.id, params.teamId)
      return { data: await listScopes(deps.store.db, environment.id, team.id) }
    },
  ),
  memberRoute(
    {
      method: 'get',
      path: one,
      tag,
      summary: 'Show the scope of a team on a collection',
      level: 'admin',
      params,
      response: Scope,
    },
    async call => readScope(call),
  ),
  memberRoute(
    {
      method: 'put',
      path: one,
      tag,
      summary: 'Set the scope of a team on a collection',
      description:
        'The team then sees only the records that match. Values may be variables of the current user, such as {{currentUser.email}}.',
      ...precondition,
      level: 'admin',
      params,
      body: ScopeBody,
      response: Scope,
    },
    async call => {
      await call.deps.store.db
        .transaction()
        .execute(transaction => setScope(transaction, toTarget(call), call.body.condition))
      return readScope(call)
    },
  ),
  memberRoute(
    {
      method: 'delete',
      path: one,
      tag,
      summary: 'Remove the scope of a team on a collection',
      description: 'The team then sees all its records.',
      ...precondition,
      level: 'admin',
      params,
      status: 204,
    },
    async call => {
      await call.deps.store.db
        .transaction()
        .execute(transaction => removeScope(transaction, toTarget(call)))
      return undefined
    },
  ),
]

type ScopeCall = MemberCall<z.output<typeof params>, undefined, unknown>

async function readScope({ deps, project, environment, params }: ScopeCall): Promise<Scope> {
  const team = await readNamedResource(deps.store.db, 'teams', project.id, params.teamId)
  const scope = await findScope(deps.store.db, environment.id, team.id, params.collectionName)
  if (!scope) throw noScope()
  return scope
}

const toTarget = ({ project, environment, person, params, request }: ScopeCall) => ({
  ...params,
  projectId: project.id,
  environment,
  actor: { initiator: 'administrator' as const, person },
  ifMatch: request.header('if-match'),
})
