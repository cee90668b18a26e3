import { sql, type Transaction } from 'kysely'
import type { Database } from '../../store/schema.js'
import type { ActorPerson } from '../admin-logs/write-admin-log.js'
import { setPassword } from '../me/set-password.js'
import type { NewUser } from '../people/create-user.js'

type ClaimedAccount = Omit<NewUser, 'unverifiedIn' | 'passwordHash' | 'isOwner'> & {
  readonly passwordHash: string
}

/**
 * Gives a person who can read the mail of an e-mail address the account that was created with it earlier,
 * unless another person has already verified that address.
 */
export async function claimAccount(
  transaction: Transaction<Database>,
  { email, username, firstName, lastName, passwordHash }: ClaimedAccount,
): Promise<ActorPerson | undefined> {
  const user = await transaction
    .updateTable('users')
    .set({
      first_name: firstName,
      last_name: lastName,
      ...(username !== undefined && { username }),
    })
    .where(sql`lower(email)`, '=', email)
    .where('unverified_in_project_id', 'is not', null)
    .where('disabled_at', 'is', null)
    .returning(['id', 'email', 'username'])
    .executeTakeFirst()
  if (user) await setPassword(transaction, user, passwordHash)
  return user
}
