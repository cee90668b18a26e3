import type { Transaction } from 'kysely'
import type { Database } from '../../store/schema.js'
import type { Actor, ActorPerson } from '../admin-logs/write-admin-log.js'
import { removeAllFactors } from '../two-factors/two-factors.js'
import { endAccess } from './end-access.js'

interface PasswordSetting {
  /** Who sets it. Absent: the person themselves. */
  readonly actor?: Actor
  /**
   * The project whose Admin gave the person the means to set it, and may have used them: the e-mail address
   * then counts as unverified. Absent: the person has verified it.
   */
  readonly unverifiedIn?: number | null
}

/**
 * Sets the password of an account, and ends all earlier access to it. The second factors of a verified
 * account remain.
 */
export async function setPassword(
  transaction: Transaction<Database>,
  user: ActorPerson,
  passwordHash: string,
  { actor, unverifiedIn = null }: PasswordSetting = {},
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
    .set({ password_hash: passwordHash, unverified_in_project_id: unverifiedIn })
    .where('id', '=', user.id)
    .execute()
  await transaction.deleteFrom('sessions').where('user_id', '=', user.id).execute()
  await endAccess(transaction, user, actor)
}
