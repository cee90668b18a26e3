import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from '../../store/schema.js'

/** Selects the invitations that can be accepted now. */
export function pendingInvitations(
  db: Kysely<Database>,
): SelectQueryBuilder<Database, 'invitations', object> {
  return db
    .selectFrom('invitations')
    .where('invitations.accepted_at', 'is', null)
    .where('invitations.revoked_at', 'is', null)
    .where('invitations.expires_at', '>', sql<string>`clock_timestamp()`)
}
