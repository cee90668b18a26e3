import { sql, type Transaction } from 'kysely'
import type { Database } from '../../store/schema.js'
import { type ActorPerson, writeAdminLog } from '../admin-logs/write-admin-log.js'

/**
 * Disables or enables an account in every project: while it is disabled, its sessions and tokens are
 * rejected. Returns false when nothing changed.
 */
export async function setDisabled(
  transaction: Transaction<Database>,
  user: ActorPerson,
  isDisabled: boolean,
): Promise<boolean> {
  const changed = await transaction
    .updateTable('users')
    .set({ disabled_at: isDisabled ? sql<string>`clock_timestamp()` : null })
    .where('id', '=', user.id)
    .where('disabled_at', isDisabled ? 'is' : 'is not', null)
    .returning('id')
    .executeTakeFirst()
  if (!changed) return false
  const memberships = await transaction
    .selectFrom('members')
    .select('project_id as projectId')
    .where('user_id', '=', user.id)
    .orderBy('project_id')
    .execute()
  const { id, username, email } = user
  const describeState = (disabled: boolean) => ({
    user: { object: 'user', id, username, email },
    isDisabled: disabled,
  })
  for (const { projectId } of memberships) {
    await writeAdminLog(transaction, {
      projectId,
      actor: { initiator: 'service' },
      type: 'update',
      resource: 'user-project',
      previousValue: describeState(!isDisabled),
      newValue: describeState(isDisabled),
    })
  }
  return true
}
