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

/** What is said of one kind of part. */
interface PartKind {
  readonly table: PartTable
  /** As in `Create a team`; its first letter is a capital in the name of the answer. */
  readonly noun: 'role' | 'team'
  /** Who may see them; only Admins change them. */
  readonly readLevel: PermissionLevel
  readonly aboutNew?: string
  /** Codes that a deletion is refused with. */
  readonly inUse: Readonly<Record<string, string>>
  readonly refuseUsed: (transaction: Transaction<Database>, part: Part) => Promise<void>
}

type AnyPartCall = MemberCall<Readonly<Record<string, number>>, undefined, unknown>

/** Lists, shows, creates, renames and deletes the parts of a project of one kind. */
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
