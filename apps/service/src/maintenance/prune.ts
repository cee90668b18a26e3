import { type Kysely, type RawBuilder, sql } from 'kysely'
import { KEPT_GRANT_DAYS } from '../features/oauth/grants.js'
import { PROGRAM_DAYS, UNUSED_PROGRAM_DAYS } from '../features/oauth/programs.js'
import { CLIENT_DAYS } from '../features/oidc/clients.js'
import { PUBLISHED_HOURS } from '../secrets/signing-keys.js'
import type { Database } from '../store/schema.js'

/** The rows that are deleted after they expire. One condition per table. */
const expired: Readonly<Record<string, RawBuilder<unknown>>> = {
  idempotency_keys: sql`created_at < clock_timestamp() - interval '24 hours'`,
  activity_log_keys: sql`created_at < clock_timestamp() - interval '30 days'`,
  agent_events: sql`created_at < clock_timestamp() - interval '24 hours'`,
  sessions: sql`expires_at < clock_timestamp()`,
  access_tokens: sql`expires_at < clock_timestamp()`,
  // Kept for an hour, so that a second use of a code is detected.
  sign_in_codes: sql`expires_at < clock_timestamp() - interval '1 hour'`,
  agent_codes: sql`expires_at < clock_timestamp() - interval '1 hour'`,
  sign_in_clients: sql`last_used_at < clock_timestamp() - ${CLIENT_DAYS} * interval '1 day'`,
  // Kept for a day, so that the page can say that a link was used or has expired.
  welcome_links: sql`expires_at < clock_timestamp() - interval '1 day'`,
  used_challenges: sql`expires_at < clock_timestamp()`,
  security_events: sql`created_at < clock_timestamp() - interval '400 days'`,
  account_links: sql`expires_at < clock_timestamp() - interval '1 day'`,
  // Kept for a week after it was sent, so that nothing is sent twice. What nobody sends is given up after a day.
  mail_queue: sql`coalesce(done_at, created_at) < clock_timestamp() - interval '7 days'`,
  oauth_refresh_tokens: sql`expires_at < clock_timestamp()`,
  oauth_codes: sql`expires_at < clock_timestamp() - interval '1 hour'`,
  oauth_grants: sql`coalesce(ended_at, expires_at) < clock_timestamp() - ${KEPT_GRANT_DAYS} * interval '1 day'`,
  oauth_clients: sql`coalesce(last_used_at + ${PROGRAM_DAYS} * interval '1 day',
    created_at + ${UNUSED_PROGRAM_DAYS} * interval '1 day') < clock_timestamp()`,
  signing_keys: sql`retired_at < clock_timestamp() - ${PUBLISHED_HOURS} * interval '1 hour'`,
  jobs: sql`finished_at < clock_timestamp() - interval '30 days'`,
  rate_limits: sql`expire < extract(epoch from clock_timestamp() - interval '1 hour') * 1000`,
}

const BATCH = 10_000

/** Deletes expired rows in batches, so that no statement takes long. Returns their number. */
export async function prune(db: Kysely<Database>, signal?: AbortSignal): Promise<number> {
  let count = 0
  for (const [table, condition] of Object.entries(expired)) {
    for (;;) {
      const { numAffectedRows } = await sql`
        delete from ${sql.table(table)} where ctid = any(array(
          select ctid from ${sql.table(table)} where ${condition} limit ${BATCH}))`.execute(db)
      count += Number(numAffectedRows ?? 0)
      if (Number(numAffectedRows ?? 0) < BATCH || signal?.aborted) break
    }
  }
  return count
}
