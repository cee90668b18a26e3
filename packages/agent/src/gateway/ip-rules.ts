import { BlockList, isIP } from 'node:net'
import type { Logger } from '@service/datasource-toolkit'
import { ForbiddenError } from '@service/datasource-toolkit'
import type { HttpRequest } from '@service/http'
import type { IpRule } from '@service/service-client'

type Family = 'ipv4' | 'ipv6'

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
export function checkAddress(request: HttpRequest, allowed: BlockList, trustProxy: boolean): void {
  if (isOnThisMachine(request)) return
  const address = clientAddress(request, trustProxy)
  const family = address === undefined ? undefined : familyOf(address)
  if (address && family && allowed.check(address, family)) return
  throw new ForbiddenError(`Requests from address ${address ?? '(unknown)'} are not allowed.`)
}

function addRule(allowed: BlockList, rule: IpRule): void {
  if (rule.type === 0) {
    allowed.addAddress(rule.ip, familyOf(rule.ip))
  } else if (rule.type === 1) {
    allowed.addRange(rule.ipMinimum, rule.ipMaximum, familyOf(rule.ipMinimum))
  } else {
    const [network = '', bits = ''] = rule.range.split('/')
    if (!/^\d{1,3}$/.test(bits)) throw new RangeError('A range needs a prefix length.')
    allowed.addSubnet(network, Number(bits), familyOf(network))
  }
}

// Somebody on the machine itself, as a health probe or a developer. A proxy on it says for whom it asks.
function isOnThisMachine(request: HttpRequest): boolean {
  if (request.header('x-forwarded-for') !== undefined) return false
  const peer = plain(request.remoteAddress)
  return peer === '::1' || (peer?.startsWith('127.') ?? false)
}

/**
 * The peer of the socket, or with a trusted proxy the last hop it recorded: what comes before was
 * written by the client and proves nothing.
 */
function clientAddress(request: HttpRequest, trustProxy: boolean): string | undefined {
  const forwarded = trustProxy ? request.header('x-forwarded-for') : undefined
  return plain(forwarded?.split(',').at(-1)?.trim() || request.remoteAddress)
}

/** IPv4 in its IPv6 coat, without the coat. */
function plain(address: string | undefined): string | undefined {
  return address?.replace(/^::ffff:(?=\d+\.)/i, '')
}

function familyOf(address: string): Family | undefined {
  return ({ 4: 'ipv4', 6: 'ipv6' } as const)[isIP(address) as 4 | 6]
}
