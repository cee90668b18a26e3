import { BlockList } from 'node:net'
import type { WireIpRule } from '@service/protocol'
import { addNetwork, readFamily } from './address.js'

/**
 * Compiles IP rules into a list for `includesAddress`. An invalid rule is left out and passed to
 * `onUnreadable`; without that function it throws.
 *
 * @example
 * const allowed = compileIpRules([{ type: 2, range: '192.0.2.0/28' }])
 */
export function compileIpRules<R extends WireIpRule>(
  rules: readonly R[],
  onUnreadable: (rule: R, error: unknown) => void = throwOn,
): BlockList {
  const allowed = new BlockList()
  for (const rule of rules) {
    try {
      addRule(allowed, rule)
    } catch (error) {
      onUnreadable(rule, error)
    }
  }
  return allowed
}

function throwOn(_: unknown, error: unknown): void {
  throw error
}

function addRule(allowed: BlockList, rule: WireIpRule): void {
  if (rule.type === 0) {
    allowed.addAddress(rule.ip, readFamily(rule.ip))
  } else if (rule.type === 1) {
    allowed.addRange(rule.ipMinimum, rule.ipMaximum, readFamily(rule.ipMinimum))
  } else {
    if (!rule.range.includes('/')) throw new RangeError('A range needs a prefix length.')
    addNetwork(allowed, rule.range)
  }
}
