import { BlockList } from 'node:net'
import type { Logger } from '@service/datasource-toolkit'
import { ForbiddenError } from '@service/datasource-toolkit'
import type { HttpRequest } from '@service/http'
import type { IpRule } from '@service/service-client'
import {
  addAddresses,
  bareAddress,
  clientAddress,
  familyOf,
  includes,
  type TrustedProxies,
} from './trusted-proxies.js'

/** The addresses the rules allow. A rule that cannot be read is left out, with a warning. */
export function compileIpRules(rules: readonly IpRule[], logger: Logger): BlockList {
  const allowed = new BlockList()
  for (const rule of rules) {
    try {
      addRule(allowed, rule)
    } catch {
      logger('Warn', `IP rule ${JSON.stringify(rule)} cannot be read and is ignored.`)
    }
  }
  return allowed
}

/** Throws a 403 unless the client's address is allowed. */
export function checkAddress(
  request: HttpRequest,
  allowed: BlockList,
  proxies: TrustedProxies,
  logger: Logger,
): void {
  if (isOnThisMachine(request)) return
  const address = clientAddress(request, proxies)
  if (address && includes(allowed, address)) return
  logger('Debug', `Refused address ${address ?? '(unknown)'}: no IP rule allows it.`)
  throw new ForbiddenError(`Requests from address ${address ?? '(unknown)'} are not allowed.`)
}

function addRule(allowed: BlockList, rule: IpRule): void {
  if (rule.type === 0) {
    allowed.addAddress(rule.ip, familyOf(rule.ip))
  } else if (rule.type === 1) {
    allowed.addRange(rule.ipMinimum, rule.ipMaximum, familyOf(rule.ipMinimum))
  } else {
    if (!rule.range.includes('/')) throw new RangeError('A range needs a prefix length.')
    addAddresses(allowed, rule.range)
  }
}

// Somebody on the machine itself, as a health probe or a developer. A proxy on it says for whom it asks.
function isOnThisMachine(request: HttpRequest): boolean {
  if (request.header('x-forwarded-for') !== undefined) return false
  const peer = bareAddress(request.remoteAddress ?? '')
  return peer === '::1' || peer.startsWith('127.')
}
