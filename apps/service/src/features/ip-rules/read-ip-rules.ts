import type { Kysely } from 'kysely'
import type { Database } from '../../store/schema.js'
import { type IpRules, noIpRules } from './ip-rules.js'

/** Reads the IP rules of an environment. */
export async function readIpRules(db: Kysely<Database>, environmentId: number): Promise<IpRules> {
  const row = await db
    .selectFrom('ip_rules')
    .select(['is_enabled as isEnabled', 'rules'])
    .where('environment_id', '=', environmentId)
    .executeTakeFirst()
  // Only rules that passed the schema are stored.
  return row ? (row as IpRules) : noIpRules
}
