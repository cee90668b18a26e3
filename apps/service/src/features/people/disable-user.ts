import { sql, type Transaction } from 'kysely'
import type { Database } from '../../store/schema.js'
import type { ActorPerson } from '../admin-logs/write-admin-log.js'
import { logInProjects } from './log-in-projects.js'

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
  await logInProjects(transaction, user, {
    actor: { initiator: 'service' },
    type: 'update',
    resource: 'user-project',
    previousValue: { isDisabled: !isDisabled },
    newValue: { isDisabled },
  })
  return true
}
