import type { Transaction } from 'kysely'
import { z } from 'zod'
import { ForbiddenError } from '../../errors.js'
import type { Member } from '../../http/access/callers.js'
import { type MemberCall, memberRoute, type Route } from '../../http/route.js'
import { readUntil, WaitSeconds } from '../../http/waiting-requests.js'
import type { Database } from '../../store/schema.js'
import { allDefaultRights } from '../roles/rights.js'
import { setRights } from '../roles/write-rights.js'
import {
  agentStates,
  Environment,
  EnvironmentChange,
  EnvironmentWithSecret,
  NewEnvironment,
  Rotation,
} from './environment.js'
import { endPreviousSecrets, rotateSecret } from './environment-secrets.js'
import { listEnvironments, lockEnvironment, readEnvironment } from './read-environments.js'
import { addEnvironment, changeEnvironment, removeEnvironment } from './write-environments.js'

const tag = 'Environments'
const list = '/api/projects/{projectId}/environments'
const one = `${list}/{environmentId}`
const nameTaken = {
  environment_name_taken: 'Another environment of the project has this name.',
}

const WaitQuery = z.object({
  wait: WaitSeconds.meta({
    description: "Seconds to wait for another state or schema of the environment's agent",
  }),
  state: z.enum(agentStates).optional().meta({
    description: 'Wait until the state differs from this one. Default: the current state',
  }),
})

/** Routes for the environments of a project and the secrets of their agents. */
export const environmentRoutes: readonly Route[] = [
  memberRoute(
    {
      method: 'get',
      path: list,
      tag,
      summary: 'List the environments of a project',
      level: 'user',
      response: z.object({ data: z.array(Environment) }),
    },
    async ({ deps, project }) => ({ data: await listEnvironments(deps.store.db, project.id) }),
  ),
  memberRoute(
    {
      method: 'post',
      path: list,
      tag,
      summary: 'Create an environment',
      description:
        'The response contains the secret of its agent, which is not shown again. No role has permissions in it yet. Developers create environments of kind `development`, which they own: their role may do everything there.',
      level: 'developer',
      body: NewEnvironment,
      status: 201,
      response: EnvironmentWithSecret,
      errors: nameTaken,
    },
    async ({ deps, project, person, member, body }) => {
      const isOwn = member.level !== 'admin'
      if (body.kind !== 'development') {
        requireAdmin(member, `An environment of kind '${body.kind}' is created`)
      }
      const target = {
        projectId: project.id,
        actor: { initiator: 'administrator', person },
      } as const
      return deps.store.db.transaction().execute(async transaction => {
        const own = isOwn && { ownerId: person.id }
        const environment = await addEnvironment(transaction, { ...body, ...target, ...own })
        const grant = { ...target, environment, roleId: member.roleId }
        if (isOwn) await setRights(transaction, grant, allDefaultRights)
        return environment
      })
    },
  ),
  memberRoute(
    {
      method: 'get',
      path: one,
      tag,
      summary: 'Show one environment, or wait until the state of its agent changes',
      level: 'user',
      query: WaitQuery,
      response: Environment,
    },
    followEnvironment,
  ),
  memberRoute(
    {
      method: 'patch',
      path: one,
      tag,
      summary: "Change the name, the kind, the agent's URL or the rights of an environment",
      description:
        'With `rights: "open"` everyone who may sign in may do everything. Only admins change the kind and the rights. An environment that is no longer for development loses its owner, and its secrets expire: create a new one.',
      level: 'admin',
      ownLevel: 'developer',
      body: EnvironmentChange,
      response: Environment,
      errors: nameTaken,
    },
    async call => {
      const { kind, rights } = call.body
      if (kind !== undefined) requireAdmin(call.member, "The 'kind' of an environment is changed")
      if (rights !== undefined) requireAdmin(call.member, "'rights' of an environment are changed")
      return call.deps.store.db
        .transaction()
        .execute(async transaction =>
          changeEnvironment(transaction, await lockTarget(transaction, call), call.body),
        )
    },
  ),
  memberRoute(
    {
      method: 'delete',
      path: one,
      tag,
      summary: 'Delete an environment',
      description: 'Its secrets expire immediately. Its notes and logs remain in the store.',
      level: 'admin',
      status: 204,
    },
    async call => {
      await call.deps.store.db
        .transaction()
        .execute(transaction => removeEnvironment(transaction, toTarget(call)))
      return undefined
    },
  ),
  memberRoute(
    {
      method: 'post',
      path: `${one}/secret`,
      tag,
      summary: 'Create a new secret for the agent of an environment',
      description:
        'The response contains it; it is not shown again. The previous secret works until the overlap ends.',
      level: 'admin',
      ownLevel: 'developer',
      body: Rotation,
      status: 201,
      response: EnvironmentWithSecret,
    },
    async call =>
      call.deps.store.db
        .transaction()
        .execute(async transaction =>
          rotateSecret(transaction, await lockTarget(transaction, call), call.body.overlapHours),
        ),
  ),
  memberRoute(
    {
      method: 'delete',
      path: `${one}/secret/previous`,
      tag,
      summary: 'Revoke the previous secrets of an environment',
      level: 'admin',
      ownLevel: 'developer',
      status: 204,
    },
    async call => {
      await call.deps.store.db
        .transaction()
        .execute(async transaction =>
          endPreviousSecrets(transaction, await lockTarget(transaction, call)),
        )
      return undefined
    },
  ),
]

/** Returns an environment immediately or, when the request waits, as soon as the state of its agent changes. */
async function followEnvironment({
  deps,
  environment,
  query,
  request,
}: MemberCall<undefined, z.output<typeof WaitQuery>>): Promise<Environment> {
  const read = () => readEnvironment(deps.store.db, environment.id)
  const before = await read()
  const { wait, state: known = before.agent.state } = query
  if (wait === 0 || before.agent.state !== known) return before
  // A waiting request does no work, so it does not count towards the overload limit.
  request.stopCounting()
  return readUntil({
    seconds: wait,
    signal: request.signal,
    read,
    isEnough: ({ agent }) => agent.state !== known || agent.schemaAt !== before.agent.schemaAt,
    next: signal => deps.events.nextState(environment.id, signal),
  })
}

function requireAdmin({ level }: Member, what: string): void {
  if (level === 'admin') return
  throw new ForbiddenError(`${what} by admins; your level is '${level}'.`, 'level_too_low')
}

type AnyCall = MemberCall<undefined, undefined, unknown>

/** Checks again under the lock: an admin may have changed the owner since the request was accepted. */
async function lockTarget(transaction: Transaction<Database>, call: AnyCall) {
  if (call.member.level !== 'admin') {
    const { ownerId } = await lockEnvironment(transaction, call.environment.id)
    if (ownerId !== call.person.id)
      requireAdmin(call.member, 'An environment you do not own is changed')
  }
  return toTarget(call)
}

const toTarget = ({ project, environment, person }: AnyCall) => ({
  projectId: project.id,
  id: environment.id,
  actor: { initiator: 'administrator' as const, person },
})
