import type { BlockList } from 'node:net'
import { compileIpRules, includesAddress, isLoopbackAddress } from '@service/http'
import { sql } from 'kysely'
import type { Config } from '../../config.js'
import { ForbiddenError } from '../../errors.js'

type AddressSettings = Pick<Config, 'ipRulesAllowLoopback'>

/** The enabled IP rules of a joined environment, as JSON text. */
export const activeIpRules = sql<
  string | null
>`case when ip_rules.is_enabled then ip_rules.rules::text end`.as('ip_rules')

/**
 * Rejects a client whose IP address no rule allows. `rules` is the stored text; null allows every IP address.
 */
export function checkAddress(
  rules: string | null,
  address: string,
  { ipRulesAllowLoopback }: AddressSettings,
): void {
  if (isAddressAllowed(rules, address, ipRulesAllowLoopback)) return
  throw new ForbiddenError(
    `The IP rules of the environment do not allow the IP address ${address}.`,
    'address_not_allowed',
    { address },
  )
}

/** Whether a rule allows an IP address. */
export const isAddressAllowed = (
  rules: string | null,
  address: string,
  allowsLoopback: boolean,
): boolean =>
  rules === null ||
  (allowsLoopback && isLoopbackAddress(address)) ||
  includesAddress(getBlockList(rules), address)

const MAX_LISTS = 1000
const lists = new Map<string, BlockList>()

/** Caches parsed rules: parsing takes milliseconds, and the same rules apply to every request. */
function getBlockList(rules: string): BlockList {
  const known = lists.get(rules)
  if (known) return known
  if (lists.size >= MAX_LISTS) lists.clear()
  const made = compileIpRules(JSON.parse(rules))
  lists.set(rules, made)
  return made
}
