import { isIP } from 'node:net'
import { compileIpRules } from '@service/http'
import type { WireIpRule } from '@service/protocol'
import { z } from 'zod'
import { plainText } from '../projects/fields.js'

const MAX_RULES = 500

const Address = z
  .string()
  .refine(text => isIP(text) > 0 && !text.includes('%'), 'must be an IPv4 or IPv6 address')

const Range = z.string().refine(isNetwork, "must be a network such as '10.0.0.0/8' or 'fd00::/8'")

/** For people, such as 'Office in Lyon'. Agents do not receive it. */
const description = plainText(200).optional()

/** A rule and what it is for. */
export type DescribedIpRule = WireIpRule & { readonly description?: string | undefined }

const Rule: z.ZodType<DescribedIpRule> = z.discriminatedUnion('type', [
  z
    .strictObject({ type: z.literal(0), ip: Address, description })
    .meta({ description: 'One address.' }),
  z
    .strictObject({ type: z.literal(1), ipMinimum: Address, ipMaximum: Address, description })
    .refine(isInOrder, "must have an 'ipMinimum' not above 'ipMaximum', of the same family")
    .meta({ description: 'All IP addresses between two, inclusive.' }),
  z
    .strictObject({ type: z.literal(2), range: Range, description })
    .meta({ description: 'A network.' }),
])

/** The IP addresses that may use an environment. */
export const IpRules = z
  .strictObject({
    isEnabled: z.boolean(),
    rules: z.array(Rule).max(MAX_RULES, `must have at most ${MAX_RULES} rules`),
  })
  .refine(({ isEnabled, rules }) => !isEnabled || rules.length > 0, {
    path: ['rules'],
    error: 'must have a rule when the rules are enabled: otherwise no request would be accepted',
  })
  .meta({ id: 'IpRules' })
export type IpRules = z.output<typeof IpRules>

/** The default rules: every IP address is allowed. */
export const noIpRules: IpRules = { isEnabled: false, rules: [] }

function isNetwork(text: string): boolean {
  const [address = '', bits = '', ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || address.includes('%') || rest.length > 0) return false
  return /^(0|[1-9]\d{0,2})$/.test(bits) && Number(bits) <= (version === 6 ? 128 : 32)
}

function isInOrder(rule: { type: 1; ipMinimum: string; ipMaximum: string }): boolean {
  if (isIP(rule.ipMinimum) !== isIP(rule.ipMaximum)) return false
  try {
    compileIpRules([rule])
    return true
  } catch {
    return false
  }
}
