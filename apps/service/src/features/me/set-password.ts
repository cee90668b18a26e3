import type { Transaction } from 'kysely'
import type { Database } from '../../store/schema.js'
import type { Actor, ActorPerson } from '../admin-logs/write-admin-log.js'
import { endAccess } from './end-access.js'

/**
 * Sets the password of an account for a person who has verified its e-mail address, and ends all earlier
 * access to it.
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
