import type { Transaction } from 'kysely'
import { z } from 'zod'
import { type MemberCall, memberRoute, type Route } from '../../http/route.js'
import type { Database, PermissionLevel } from '../../store/schema.js'
import { PathId } from './fields.js'
import {
  addNamedResource,
  listNamedResources,
  type NamedResource,
  type NamedResourceTable,
  PartBody,
  partFields,
  readNamedResource,
  removeNamedResource,
  renameNamedResource,
} from './named-resources.js'

/** What differs between the routes of teams and of roles. */
interface NamedResourceKind {
  readonly table: NamedResourceTable
  /** Used as in `Create a team`, and capitalized in the name of the schema. */
  readonly noun: 'role' | 'team'
  /** The level required to read; only Admins may change. */
  readonly readLevel: PermissionLevel
  readonly aboutNew?: string
  /** The error codes with which a deletion can fail. */
  readonly inUse: Readonly<Record<string, string>>
  readonly refuseUsed: (
    transaction: Transaction<Database>,
    resource: NamedResource,
  ) => Promise<void>
}

type NamedResourceCall = MemberCall<Readonly<Record<string, number>>, undefined, unknown>

/** Routes to list, read, create, rename and delete the teams or roles of a project. */
export function namedResourceRoutes(kind: NamedResourceKind): readonly Route[] {
  const { table, noun, readLevel } = kind
  const label = noun === 'role' ? 'Role' : 'Team'
  const ResponseSchema = z.object(partFields).meta({ id: label })
  const all = { tag: `${label}s`, path: `/api/projects/{projectId}/${table}` }
  const idName = `${noun}Id`
  const one = { ...all, path: `${all.path}/{${idName}}`, params: z.object({ [idName]: PathId }) }
  const nameTaken = { [`${noun}_name_taken`]: `Another ${noun} of the project has this name.` }
  const readId = (params: Readonly<Record<string, number>>): number => params[idName]!
  const toTarget = ({ project, person, params }: NamedResourceCall) => ({
    projectId: project.id,
    id: readId(params),
    actor: { initiator: 'administrator' as const, person },
  })
  return [
    memberRoute(
      {
        ...all,
        method: 'get',
        summary: `List the ${table} of a project`,
        level: readLevel,
        response: z.object({ data: z.array(ResponseSchema) }),
      },
      async ({ deps, project }) => ({
        data: await listNamedResources(deps.store.db, table, project.id),
      }),
    ),
    memberRoute(
      {
        ...one,
        method: 'get',
        summary: `Show one ${noun}`,
        level: readLevel,
        response: ResponseSchema,
      },
      async ({ deps, project, params }) =>
        readNamedResource(deps.store.db, table, project.id, readId(params)),
    ),
    memberRoute(
      {
        ...all,
        method: 'post',
        summary: `Create a ${noun}`,
        description: kind.aboutNew,
        level: 'admin',
        body: PartBody,
        status: 201,
        response: ResponseSchema,
        errors: nameTaken,
      },
      async ({ deps, project, person, body }) =>
        deps.store.db.transaction().execute(transaction =>
          addNamedResource(transaction, table, {
            projectId: project.id,
            name: body.name,
            actor: { initiator: 'administrator', person },
          }),
        ),
    ),
    memberRoute(
      {
        ...one,
        method: 'patch',
        summary: `Rename a ${noun}`,
        level: 'admin',
        body: PartBody,
        response: ResponseSchema,
        errors: nameTaken,
      },
      async call =>
        call.deps.store.db
          .transaction()
          .execute(transaction =>
            renameNamedResource(transaction, table, toTarget(call), call.body.name),
          ),
    ),
    memberRoute(
      {
        ...one,
        method: 'delete',
        summary: `Delete a ${noun}`,
        level: 'admin',
        status: 204,
        errors: kind.inUse,
      },
      async call => {
        await call.deps.store.db
          .transaction()
          .execute(transaction =>
            removeNamedResource(transaction, table, toTarget(call), kind.refuseUsed),
          )
        return undefined
      },
    ),
  ]
}
