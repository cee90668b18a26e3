import { sql, type Transaction } from 'kysely'
import type { Database } from '../../store/schema.js'
import type { Actor, ActorPerson } from '../admin-logs/write-admin-log.js'
import { endGrantsOf } from '../oauth/grants.js'

const now = sql<string>`clock_timestamp()`

/**
 * Ends what acts as a person without their password: personal tokens, the programs they let in, and
 * sessions at agents, with the codes and tokens that would give new ones. Their sessions at the
 * service itself are left to the caller. `actor` is who does so, unless told they themselves.
 */
export async function endAccess(
  transaction: Transaction<Database>,
  person: ActorPerson,
  actor: Actor = { initiator: 'administrator', person },
): Promise<void> {
  const { id } = person
  await transaction
    .updateTable('users')
    .set({ session_version: sql<number>`session_version + 1` })
    .where('id', '=', id)
    .execute()
  await transaction
    .updateTable('personal_tokens')
    .set({ revoked_at: now })
    .where('user_id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
  // Codes before what they give: an exchange under way is waited for, and its result ends too.
  for (const table of ['sign_in_codes', 'oauth_codes'] as const) {
    await transaction
      .updateTable(table)
      .set({ expires_at: now })
      .where('user_id', '=', id)
      .where('expires_at', '>', now)
      .execute()
  }
  await transaction
    .updateTable('access_tokens')
    .set({ revoked_at: now })
    .where('user_id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
  await endGrantsOf(transaction, person, 'password_changed', actor)
}
