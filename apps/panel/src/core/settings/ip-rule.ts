/** One address, a range or a network, and what it is for. */
export type IpRule = { readonly description?: string } & (
  | { readonly type: 0; readonly ip: string }
  | { readonly type: 1; readonly ipMinimum: string; readonly ipMaximum: string }
  | { readonly type: 2; readonly range: string }
)

export interface IpRules {
  readonly isEnabled: boolean
  readonly rules: readonly IpRule[]
}

/**
 * Reads what people write for a rule: an address, two of them with a dash between, or a network.
 * Undefined when it is none of these.
 *
 * @example
 * parseIpRule('192.0.2.0/24') // { type: 2, range: '192.0.2.0/24' }
 * parseIpRule('192.0.2.1 - 192.0.2.9') // { type: 1, ipMinimum: '192.0.2.1', ipMaximum: '192.0.2.9' }
 */
export function parseIpRule(text: string, description = ''): IpRule | undefined {
  const words = description.trim() === '' ? {} : { description: description.trim() }
  const [first = '', second, ...rest] = text.split(/[-–]/).map(part => part.trim())
  if (rest.length > 0) return undefined
  if (second !== undefined) {
    const isRange = readFamily(first) !== undefined && readFamily(first) === readFamily(second)
    return isRange ? { type: 1, ipMinimum: first, ipMaximum: second, ...words } : undefined
  }
  if (first.includes('/')) return isNetwork(first) ? { type: 2, range: first, ...words } : undefined
  return readFamily(first) === undefined ? undefined : { type: 0, ip: first, ...words }
}

/** The addresses of a rule, as `parseIpRule` reads them. */
export function formatIpRule(rule: IpRule): string {
  if (rule.type === 0) return rule.ip
  return rule.type === 1 ? `${rule.ipMinimum} – ${rule.ipMaximum}` : rule.range
}

/** Which kind of addresses a rule is about. */
export const readRuleFamily = (rule: IpRule): 4 | 6 => (formatIpRule(rule).includes(':') ? 6 : 4)

function isNetwork(text: string): boolean {
  const [address = '', bits = '', ...rest] = text.split('/')
  const family = readFamily(address)
  if (family === undefined || rest.length > 0 || !/^(0|[1-9]\d{0,2})$/.test(bits)) return false
  return Number(bits) <= (family === 6 ? 128 : 32)
}

function readFamily(text: string): 4 | 6 | undefined {
  if (isIpv4(text)) return 4
  return isIpv6(text) ? 6 : undefined
}

function isIpv4(text: string): boolean {
  const parts = text.split('.')
  return (
    parts.length === 4 && parts.every(part => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256)
  )
}

/** Groups of hexadecimal digits; `::` stands once for as many zeros as are missing (RFC 4291 §2.2). */
function isIpv6(text: string): boolean {
  const halves = text.split('::')
  if (halves.length > 2) return false
  const groups = halves.flatMap(half => (half === '' ? [] : half.split(':')))
  const last = groups.at(-1) ?? ''
  const hasIpv4 = last.includes('.')
  if (hasIpv4 && !isIpv4(last)) return false
  const plain = hasIpv4 ? groups.slice(0, -1) : groups
  if (!plain.every(group => /^[0-9a-f]{1,4}$/i.test(group))) return false
  const count = plain.length + (hasIpv4 ? 2 : 0)
  return halves.length === 2 ? count < 8 : count === 8
}
