import type { WireIpRules } from '@service/protocol'
import type { Kysely } from 'kysely'
import type { Database } from '../../../store/schema.js'
import { readIpRules } from '../../ip-rules/read-ip-rules.js'
import type { DocumentTarget } from './document-target.js'

/** The IP addresses from which an agent accepts requests. */
export async function buildIpRules(
  db: Kysely<Database>,
  { environmentId }: DocumentTarget,
): Promise<WireIpRules> {
  const { isEnabled, rules } = await readIpRules(db, environmentId)
  const wireRules = rules.map(({ description, ...rule }) => rule)
  return { data: { attributes: { use_ip_whitelist: isEnabled, rules: wireRules } } }
}
