import type { Transaction } from 'kysely'
import type { Database } from '../../store/schema.js'
import type { Actor, ActorPerson } from '../admin-logs/write-admin-log.js'
import { removeAllFactors } from '../two-factors/two-factors.js'
import { endAccess } from './end-access.js'

/**
 * Sets the password of an account for a person who has verified its e-mail address, and ends all earlier
 * access to it. The second factors of a verified account remain.
 */
export async function setPassword(
  transaction: Transaction<Database>,
  user: ActorPerson,
  passwordHash: string,
  actor?: Actor,
): Promise<void> {
  const { unverified_in_project_id: projectId } = await transaction
    .selectFrom('users')
    .select('unverified_in_project_id')
    .where('id', '=', user.id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  // Whoever had the account without proving its address may have left a passkey behind.
  if (projectId !== null) await removeAllFactors(transaction, user.id)
  await transaction
    .updateTable('users')
    .set({ password_hash: passwordHash, unverified_in_project_id: null })
    .where('id', '=', user.id)
    .execute()
  await transaction.deleteFrom('sessions').where('user_id', '=', user.id).execute()
  await endAccess(transaction, user, actor)
}
