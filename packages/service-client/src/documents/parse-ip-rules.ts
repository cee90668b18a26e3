import type { IpRule } from '../port/snapshot.js'
import { listAt, objectAt, readEach, textAt, type Warn } from './shape.js'

/**
 * Parses `GET /agent-api/ip-rules`. Undefined means that any IP address is accepted; an invalid
 * rule matches no IP address.
 */
export function parseIpRules(document: unknown, warn: Warn): readonly IpRule[] | undefined {
  const { data } = objectAt(document, 'the document')
  const { attributes } = objectAt(data, "'data'")
  const { use_ip_whitelist: isUsed, rules } = objectAt(attributes, "'attributes'")
  if (isUsed === false) return undefined
  if (isUsed !== true) throw new TypeError("'use_ip_whitelist' is neither true nor false")
  const nameRule = (index: number) => `IP rule ${index + 1}`
  return [...readEach(listAt(rules, "'rules'").entries(), nameRule, parseRule, warn).values()]
}

function parseRule(value: unknown): IpRule {
  const { type, ip, ipMinimum, ipMaximum, range } = objectAt(value, 'it')
  if (type === 0) return { type, ip: textAt(ip, "'ip'") }
  if (type === 2) return { type, range: textAt(range, "'range'") }
  if (type !== 1) throw new TypeError("its 'type' is not 0, 1 or 2")
  return {
    type,
    ipMinimum: textAt(ipMinimum, "'ipMinimum'"),
    ipMaximum: textAt(ipMaximum, "'ipMaximum'"),
  }
}
