import type { Transaction } from 'kysely'
import type { Database } from '../../store/schema.js'
import type { Actor, ActorPerson } from '../admin-logs/write-admin-log.js'
import { endAccess } from './end-access.js'

/**
 * Gives an account to somebody who proved that its address is theirs: with a new password, while
 * everything that acted for it before ends.
 */
export async function setPassword(
  transaction: Transaction<Database>,
  user: ActorPerson,
  passwordHash: string,
  actor?: Actor,
): Promise<void> {
  await transaction
    .updateTable('users')
    .set({ password_hash: passwordHash, unverified_in_project_id: null })
    .where('id', '=', user.id)
    .execute()
  await transaction.deleteFrom('sessions').where('user_id', '=', user.id).execute()
  await endAccess(transaction, user, actor)
}
