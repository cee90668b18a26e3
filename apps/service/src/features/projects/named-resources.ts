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
export type NamedResourceTable = 'roles' | 'teams'

const nouns = { roles: 'role', teams: 'team' } as const

/** The fields of a response. */
export const partFields = { id: z.number().int(), name: z.string(), createdAt: Moment }

/** The body of a request. */
export const PartBody = z.strictObject({ name: Name })

/** A team or a role. */
export interface NamedResource {
  readonly id: number
  readonly name: string
  readonly createdAt: Instant
}

/** A team or role and the person who changes it. */
export interface NamedResourceTarget {
  readonly projectId: number
  readonly id: number
  readonly actor: Actor
}

/** Lists the teams or the roles of a project, by name. */
export async function listNamedResources(
  db: Kysely<Database>,
  table: NamedResourceTable,
  projectId: number,
): Promise<NamedResource[]> {
  return select(db, table, projectId).orderBy('name').execute()
}

/** Reads one team or role; throws "not found" when it is not in this project. */
export async function readNamedResource(
  db: Kysely<Database>,
  table: NamedResourceTable,
  projectId: number,
  id: number,
): Promise<NamedResource> {
  const resource = await select(db, table, projectId).where('id', '=', id).executeTakeFirst()
  if (!resource) throw new NotFoundError(`There is no such ${nouns[table]} in this project.`)
  return resource
}

/** Creates a team or a role and logs it. */
export async function addNamedResource(
  transaction: Transaction<Database>,
  table: NamedResourceTable,
  { projectId, name, actor }: { projectId: number; name: string; actor: Actor },
): Promise<NamedResource> {
  const insert = transaction
    .insertInto(table)
    .values({ project_id: projectId, name })
    .returning(partColumns)
    .executeTakeFirstOrThrow()
  const resource = await refuseTakenName(nouns[table], insert)
  await writeAdminLog(transaction, {
    projectId,
    actor,
    type: 'add',
    resource: nouns[table],
    newValue: partValue(table, name),
  })
  return resource
}

/** Renames a team or a role. */
export async function renameNamedResource(
  transaction: Transaction<Database>,
  table: NamedResourceTable,
  { projectId, id, actor }: NamedResourceTarget,
  name: string,
): Promise<NamedResource> {
  await lockProject(transaction, projectId)
  const before = await readNamedResource(transaction, table, projectId, id)
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
export async function removeNamedResource(
  transaction: Transaction<Database>,
  table: NamedResourceTable,
  { projectId, id, actor }: NamedResourceTarget,
  refuseUsed: (transaction: Transaction<Database>, resource: NamedResource) => Promise<void>,
): Promise<void> {
  await lockProject(transaction, projectId)
  const resource = await readNamedResource(transaction, table, projectId, id)
  await refuseUsed(transaction, resource)
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
    previousValue: partValue(table, resource.name),
  })
}

const partColumns = ['id', 'name', 'created_at as createdAt'] as const

const partValue = (table: NamedResourceTable, name: string) => ({ object: nouns[table], name })

function select(db: Kysely<Database>, table: NamedResourceTable, projectId: number) {
  return db
    .selectFrom(table)
    .select(partColumns)
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
}
