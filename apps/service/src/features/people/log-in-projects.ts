import type { Transaction } from 'kysely'
import type { Database } from '../../store/schema.js'
import { type ActorPerson, type AdminChange, writeAdminLog } from '../admin-logs/write-admin-log.js'

/** Writes a change of an account to the admin log of each project of the person. */
export async function logInProjects(
  transaction: Transaction<Database>,
  { id, username, email }: ActorPerson,
  { previousValue, newValue, ...change }: Omit<AdminChange, 'projectId'>,
): Promise<void> {
  const memberships = await transaction
    .selectFrom('members')
    .select('project_id as projectId')
    .where('user_id', '=', id)
    .orderBy('project_id')
    .execute()
  const user = { object: 'user', id, username, email }
  for (const { projectId } of memberships) {
    await writeAdminLog(transaction, {
      projectId,
      ...change,
      ...(previousValue && { previousValue: { user, ...previousValue } }),
      ...(newValue && { newValue: { user, ...newValue } }),
    })
  }
}
