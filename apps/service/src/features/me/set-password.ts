import type { Transaction } from 'kysely'
import type { Database } from '../../store/schema.js'
import type { Actor, ActorPerson } from '../admin-logs/write-admin-log.js'
import { hasSecondFactor, removeAllFactors } from '../two-factors/two-factors.js'
import { endAccess } from './end-access.js'

interface PasswordSetting {
  /** Who sets it. Absent: the person themselves. */
  readonly actor?: Actor
  /** The project whose Admin has seen the link that sets it. Absent: it proves the e-mail address. */
  readonly seenIn?: number | null
}

/**
 * Sets the password of an account, and ends all earlier access to it. The second factors of a verified
 * account remain.
 */
export async function setPassword(
  transaction: Transaction<Database>,
  user: ActorPerson,
  passwordHash: string,
  { actor, seenIn = null }: PasswordSetting = {},
): Promise<void> {
  const { unverified_in_project_id: projectId } = await transaction
    .selectFrom('users')
    .select('unverified_in_project_id')
    .where('id', '=', user.id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const unverifiedIn =
    seenIn === null ? null : await chooseProject(transaction, user.id, projectId, seenIn)
  // Whoever had the account without proving its address may have left a passkey behind.
  if (projectId !== null && seenIn === null) await removeAllFactors(transaction, user.id)
  await transaction
    .updateTable('users')
    .set({ password_hash: passwordHash, unverified_in_project_id: unverifiedIn })
    .where('id', '=', user.id)
    .execute()
  await transaction.deleteFrom('sessions').where('user_id', '=', user.id).execute()
  await endAccess(transaction, user, actor)
}

/**
 * Finds the project that an account is limited to after an Admin has seen the link: they may have used it. A second
 * factor keeps them out, so nothing changes then.
 */
async function chooseProject(
  transaction: Transaction<Database>,
  userId: number,
  projectId: number | null,
  seenIn: number,
): Promise<number | null> {
  if (projectId !== null || (await hasSecondFactor(transaction, userId))) return projectId
  return seenIn
}
