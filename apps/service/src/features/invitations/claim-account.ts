import { sql, type Transaction } from 'kysely'
import type { Database } from '../../store/schema.js'
import type { ActorPerson } from '../admin-logs/write-admin-log.js'
import { setPassword } from '../me/set-password.js'
import type { NewUser } from '../people/create-user.js'

type ClaimedAccount = Omit<NewUser, 'unverifiedIn' | 'passwordHash' | 'isOwner'> & {
  readonly passwordHash: string
}

/**
 * Gives whoever reads the mail of an address the account that somebody made with it before, if
 * nobody proved until now that the address is theirs.
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
