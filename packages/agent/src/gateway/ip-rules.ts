import { BlockList } from 'node:net'
import { ForbiddenError, type Logger } from '@service/base'
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

/** How the address of a client is found, and whether the machine itself is always let in. */
export interface AddressSettings {
  readonly proxies: TrustedProxies
  readonly allowsLoopback: boolean
}

/** Throws a 403 unless the client's address is allowed. */
export function checkAddress(
  request: HttpRequest,
  allowed: BlockList,
  { proxies, allowsLoopback }: AddressSettings,
  logger: Logger,
): void {
  if (request.isInternal || (allowsLoopback && isOnThisMachine(request))) return
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

const forwardingHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip']

// A proxy on the machine that names its client speaks for somebody else. One that does not cannot be
// told from a program on the machine, which is why nobody is let in here by default.
function isOnThisMachine(request: HttpRequest): boolean {
  if (forwardingHeaders.some(name => request.header(name) !== undefined)) return false
  const peer = bareAddress(request.remoteAddress ?? '')
  return peer === '::1' || peer.startsWith('127.')
}
