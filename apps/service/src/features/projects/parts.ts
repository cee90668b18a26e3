import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import { NotFoundError } from '../../errors.js'
import type { Instant } from '../../store/instant.js'
import type { Database } from '../../store/schema.js'
import { type Actor, writeAdminLog } from '../admin-logs/write-admin-log.js'
import { lockProject } from '../people/lock-project.js'
import { Moment, Name } from './fields.js'
import { refuseTakenName } from './refuse-taken-name.js'

/** The resources of a project that consist of a name: its teams and its roles. */
export type PartTable = 'roles' | 'teams'

const nouns = { roles: 'role', teams: 'team' } as const

/** The fields of a response. */
export const partFields = { id: z.number().int(), name: z.string(), createdAt: Moment }

/** The body of a request. */
export const PartBody = z.strictObject({ name: Name })

/** A team or a role. */
export interface Part {
  readonly id: number
  readonly name: string
  readonly createdAt: Instant
}

/** A team or role and the person who changes it. */
export interface PartTarget {
  readonly projectId: number
  readonly id: number
  readonly actor: Actor
}

/** Lists the teams or the roles of a project, by name. */
export async function listParts(
  db: Kysely<Database>,
  table: PartTable,
  projectId: number,
): Promise<Part[]> {
  return select(db, table, projectId).orderBy('name').execute()
}

/** Reads one team or role; throws "not found" when it is not in this project. */
export async function readPart(
  db: Kysely<Database>,
  table: PartTable,
  projectId: number,
  id: number,
): Promise<Part> {
  const part = await select(db, table, projectId).where('id', '=', id).executeTakeFirst()
  if (!part) throw new NotFoundError(`There is no such ${nouns[table]} in this project.`)
  return part
}

/** Creates a team or a role and logs it. */
export async function addPart(
  transaction: Transaction<Database>,
  table: PartTable,
  { projectId, name, actor }: { projectId: number; name: string; actor: Actor },
): Promise<Part> {
  const insert = transaction
    .insertInto(table)
    .values({ project_id: projectId, name })
    .returning(partColumns)
    .executeTakeFirstOrThrow()
  const part = await refuseTakenName(nouns[table], insert)
  await writeAdminLog(transaction, {
    projectId,
    actor,
    type: 'add',
    resource: nouns[table],
    newValue: partValue(table, name),
  })
  return part
}

/** Renames a team or a role. */
export async function renamePart(
  transaction: Transaction<Database>,
  table: PartTable,
  { projectId, id, actor }: PartTarget,
  name: string,
): Promise<Part> {
  await lockProject(transaction, projectId)
  const before = await readPart(transaction, table, projectId, id)
  if (before.name === name) return before
  const update = transaction.updateTable(table).set({ name }).where('id', '=', id).execute()
  await refuseTakenName(nouns[table], update)
  await writeAdminLog(transaction, {
    projectId,
    actor,
    type: 'update',
    resource: nouns[table],
    previousValue: partValue(table, before.name),
    newValue: partValue(table, name),
  })
  return { ...before, name }
}

/** Marks a team or role as deleted. The row remains because earlier entries refer to its name. */
export async function removePart(
  transaction: Transaction<Database>,
  table: PartTable,
  { projectId, id, actor }: PartTarget,
  refuseUsed: (transaction: Transaction<Database>, part: Part) => Promise<void>,
): Promise<void> {
  await lockProject(transaction, projectId)
  const part = await readPart(transaction, table, projectId, id)
  await refuseUsed(transaction, part)
  await transaction
    .updateTable(table)
    .set(({ fn }) => ({ deleted_at: fn<Instant>('clock_timestamp') }))
    .where('id', '=', id)
    .execute()
  await writeAdminLog(transaction, {
    projectId,
    actor,
    type: 'remove',
    resource: nouns[table],
    previousValue: partValue(table, part.name),
  })
}

const partColumns = ['id', 'name', 'created_at as createdAt'] as const

const partValue = (table: PartTable, name: string) => ({ object: nouns[table], name })

function select(db: Kysely<Database>, table: PartTable, projectId: number) {
  return db
    .selectFrom(table)
    .select(partColumns)
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
}
