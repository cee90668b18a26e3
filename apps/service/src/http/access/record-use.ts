import { type RawBuilder, sql } from 'kysely'
import type { Deps } from '../../deps.js'

type UseColumn = 'sessions.last_seen_at' | 'personal_tokens.last_used_at'

/** A use is stored at most once a minute across all instances. */
export function isUseDue(column: UseColumn): RawBuilder<boolean> {
  return sql<boolean>`coalesce(${sql.ref(column)} < clock_timestamp() - interval '1 minute', true)`
}

/** Stores that a session was used. The request does not wait for it. */
export function recordSessionUse({ store, log }: Deps, publicId: string): void {
  store.db
    .updateTable('sessions')
    .set({ last_seen_at: sql<string>`clock_timestamp()` })
    .where('public_id', '=', publicId)
    .where(isUseDue('sessions.last_seen_at'))
    .execute()
    .catch(error => log.warn({ err: error }, 'cannot store the last use of a session'))
}

/** Stores that a personal token was used. The request does not wait for it. */
export function recordTokenUse({ store, log }: Deps, id: number): void {
  store.db
    .updateTable('personal_tokens')
    .set({ last_used_at: sql<string>`clock_timestamp()` })
    .where('id', '=', id)
    .where(isUseDue('personal_tokens.last_used_at'))
    .execute()
    .catch(error => log.warn({ err: error }, 'cannot store the last use of a personal token'))
}
