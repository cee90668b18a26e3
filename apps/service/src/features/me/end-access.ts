import { sql, type Transaction } from 'kysely'
import type { Database } from '../../store/schema.js'
import { endAccountLinks } from '../account-links/account-links.js'
import type { Actor, ActorPerson } from '../admin-logs/write-admin-log.js'
import { endUserGrants } from '../oauth/grants.js'
import { endWelcomeLinks } from '../welcome/welcome-links.js'

const now = sql<string>`clock_timestamp()`

/**
 * Ends what acts as a person without their password: personal tokens, links for one use, OAuth grants and agent
 * sessions, with the codes and tokens that would renew them. The caller ends sessions of the service itself. `actor` is the
 * person themselves by default.
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
  await endWelcomeLinks(transaction, id)
  await endAccountLinks(transaction, id)
  // Codes first: this waits for a running exchange, whose grant or session is then ended too.
  for (const table of ['sign_in_codes', 'oauth_codes', 'agent_codes'] as const) {
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
  await endUserGrants(transaction, person, 'password_changed', actor)
}
