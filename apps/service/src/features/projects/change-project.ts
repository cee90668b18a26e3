import type { Transaction } from 'kysely'
import type { Instant } from '../../store/instant.js'
import type { Database } from '../../store/schema.js'
import { type Actor, writeAdminLog } from '../admin-logs/write-admin-log.js'
import { lockProject } from '../people/lock-project.js'
import { projectValue } from './project.js'
import { refuseTakenName } from './refuse-taken-name.js'

/** A project and the person who changes it. */
export interface ProjectTarget {
  readonly projectId: number
  readonly actor: Actor
}

/** Renames a project; the public API uses the new name immediately. */
export async function renameProject(
  transaction: Transaction<Database>,
  target: ProjectTarget,
  name: string,
): Promise<void> {
  const before = await lockedName(transaction, target.projectId)
  if (before === name) return
  const update = transaction
    .updateTable('projects')
    .set({ name })
    .where('id', '=', target.projectId)
    .execute()
  await refuseTakenName('project', update)
  await writeAdminLog(transaction, {
    ...target,
    type: 'update',
    resource: 'project',
    previousValue: projectValue(before),
    newValue: projectValue(name),
  })
}

/** Closes a project for everyone and frees its name. Its data remains in the store. */
export async function removeProject(
  transaction: Transaction<Database>,
  target: ProjectTarget,
): Promise<void> {
  const before = await lockedName(transaction, target.projectId)
  await transaction
    .updateTable('projects')
    .set(({ fn }) => ({ deleted_at: fn<Instant>('clock_timestamp') }))
    .where('id', '=', target.projectId)
    .execute()
  await writeAdminLog(transaction, {
    ...target,
    type: 'remove',
    resource: 'project',
    previousValue: projectValue(before),
  })
}

async function lockedName(transaction: Transaction<Database>, id: number): Promise<string> {
  await lockProject(transaction, id)
  const { name } = await transaction
    .selectFrom('projects')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return name
}
