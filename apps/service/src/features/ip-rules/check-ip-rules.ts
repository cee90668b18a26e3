import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { Deps } from '../../deps.js'
import { isAddressAllowed } from '../../http/access/check-address.js'
import type { Database } from '../../store/schema.js'
import type { IpRules } from './ip-rules.js'

/** A project with more sessions than this gets its counts from the latest ones. */
const MAX_SESSIONS = 5_000

/** Whom IP rules would keep out. */
export const IpRulesCheck = z
  .object({
    address: z.string().meta({ description: 'Yours, as this service sees it.' }),
    isAllowed: z.boolean().meta({ description: 'Whether the rules allow your address.' }),
    seenCount: z.int().meta({ description: 'Members with a session in the last 30 days.' }),
    outsideCount: z
      .int()
      .meta({ description: 'Those of them who were seen at an address that is not allowed.' }),
  })
  .meta({ id: 'IpRulesCheck' })

/** Checks rules that are not stored yet. */
export async function checkIpRules(
  { store, config }: Pick<Deps, 'store' | 'config'>,
  projectId: number,
  address: string,
  { isEnabled, rules }: IpRules,
): Promise<z.output<typeof IpRulesCheck>> {
  const text = isEnabled ? JSON.stringify(rules) : null
  const isAllowed = (other: string) => isAddressAllowed(text, other, config.ipRulesAllowLoopback)
  const seen = await readSeenAddresses(store.db, projectId)
  const outside = seen.filter(session => !isAllowed(session.address))
  return {
    address,
    isAllowed: isAllowed(address),
    seenCount: new Set(seen.map(({ userId }) => userId)).size,
    outsideCount: new Set(outside.map(({ userId }) => userId)).size,
  }
}

function readSeenAddresses(db: Kysely<Database>, projectId: number) {
  return db
    .selectFrom('members')
    .innerJoin('sessions', 'sessions.user_id', 'members.user_id')
    .select(['members.user_id as userId', 'sessions.address'])
    .where('members.project_id', '=', projectId)
    .where('sessions.last_seen_at', '>', sql<string>`clock_timestamp() - interval '30 days'`)
    .orderBy('sessions.last_seen_at', 'desc')
    .limit(MAX_SESSIONS)
    .execute()
}
