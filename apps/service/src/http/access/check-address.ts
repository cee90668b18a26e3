import { BlockList, isIP } from 'node:net'
import { sql } from 'kysely'
import type { Config } from '../../config.js'
import { ForbiddenError } from '../../errors.js'
import { isListed, isLoopbackAddress } from '../client-address.js'

/** Addresses that may use an environment: one, those between two, or those of a network. */
export type IpRule =
  | { readonly type: 0; readonly ip: string }
  | { readonly type: 1; readonly ipMinimum: string; readonly ipMaximum: string }
  | { readonly type: 2; readonly range: string }

type AddressSettings = Pick<Config, 'ipRulesAllowLoopback'>

/** The rules of a joined environment as text, when they are enabled. */
export const activeIpRules = sql<
  string | null
>`case when ip_rules.is_enabled then ip_rules.rules::text end`.as('ip_rules')

/** Refuses a client whose address no rule lets in. `rules` is their text in the store; null lets everyone in. */
export function checkAddress(
  rules: string | null,
  address: string,
  { ipRulesAllowLoopback }: AddressSettings,
): void {
  if (isAddressAllowed(rules, address, ipRulesAllowLoopback)) return
  throw new ForbiddenError(
    `The address ${address} is not among those the environment accepts.`,
    'address_not_allowed',
  )
}

/** Whether a rule lets an address in. */
export const isAddressAllowed = (
  rules: string | null,
  address: string,
  allowsLoopback: boolean,
): boolean =>
  rules === null ||
  (allowsLoopback && isLoopbackAddress(address)) ||
  isListed(listOf(rules), address)

/** The rules as a list that can be asked. Throws on rules that make no sense. */
export function blockListOf(rules: readonly IpRule[]): BlockList {
  const list = new BlockList()
  for (const rule of rules) add(list, rule)
  return list
}

function add(list: BlockList, rule: IpRule): void {
  if (rule.type === 0) {
    list.addAddress(rule.ip, familyOf(rule.ip))
  } else if (rule.type === 1) {
    list.addRange(rule.ipMinimum, rule.ipMaximum, familyOf(rule.ipMinimum))
  } else {
    const [address = '', bits] = rule.range.split('/')
    list.addSubnet(address, Number(bits), familyOf(address))
  }
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

const MAX_LISTS = 1000
const lists = new Map<string, BlockList>()

/** Making a list takes milliseconds; the same rules come with every request. */
function listOf(rules: string): BlockList {
  const known = lists.get(rules)
  if (known) return known
  if (lists.size >= MAX_LISTS) lists.clear()
  const made = blockListOf(JSON.parse(rules))
  lists.set(rules, made)
  return made
}
