import type { Transaction } from 'kysely'
import { z } from 'zod'
import { type MemberCall, memberRoute, type Route } from '../../http/route.js'
import type { Database, PermissionLevel } from '../../store/schema.js'
import { PathId } from './fields.js'
import {
  addPart,
  listParts,
  type Part,
  PartBody,
  type PartTable,
  partFields,
  readPart,
  removePart,
  renamePart,
} from './parts.js'

/** What differs between the routes of teams and of roles. */
interface PartKind {
  readonly table: PartTable
  /** Used as in `Create a team`, and capitalized in the name of the schema. */
  readonly noun: 'role' | 'team'
  /** The level required to read; only Admins may change. */
  readonly readLevel: PermissionLevel
  readonly aboutNew?: string
  /** The error codes with which a deletion can fail. */
  readonly inUse: Readonly<Record<string, string>>
  readonly refuseUsed: (transaction: Transaction<Database>, part: Part) => Promise<void>
}

type AnyPartCall = MemberCall<Readonly<Record<string, number>>, undefined, unknown>

/** Routes to list, read, create, rename and delete the teams or roles of a project. */
export function partRoutes(kind: PartKind): readonly Route[] {
  const { table, noun, readLevel } = kind
  const label = noun === 'role' ? 'Role' : 'Team'
  const Answer = z.object(partFields).meta({ id: label })
  const all = { tag: `${label}s`, path: `/api/projects/{projectId}/${table}` }
  const idName = `${noun}Id`
  const one = { ...all, path: `${all.path}/{${idName}}`, params: z.object({ [idName]: PathId }) }
  const nameTaken = { [`${noun}_name_taken`]: `Another ${noun} of the project has this name.` }
  const idOf = (params: Readonly<Record<string, number>>): number => params[idName]!
  const targetOf = ({ project, person, params }: AnyPartCall) => ({
    projectId: project.id,
    id: idOf(params),
    actor: { initiator: 'administrator' as const, person },
  })
  return [
    memberRoute(
      {
        ...all,
        method: 'get',
        summary: `List the ${table} of a project`,
        level: readLevel,
        answer: z.object({ data: z.array(Answer) }),
      },
      async ({ deps, project }) => ({ data: await listParts(deps.store.db, table, project.id) }),
    ),
    memberRoute(
      { ...one, method: 'get', summary: `Show one ${noun}`, level: readLevel, answer: Answer },
      async ({ deps, project, params }) => readPart(deps.store.db, table, project.id, idOf(params)),
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
        answer: Answer,
        errors: nameTaken,
      },
      async ({ deps, project, person, body }) =>
        deps.store.db.transaction().execute(transaction =>
          addPart(transaction, table, {
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
        answer: Answer,
        errors: nameTaken,
      },
      async call =>
        call.deps.store.db
          .transaction()
          .execute(transaction => renamePart(transaction, table, targetOf(call), call.body.name)),
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
          .execute(transaction => removePart(transaction, table, targetOf(call), kind.refuseUsed))
        return undefined
      },
    ),
  ]
}
