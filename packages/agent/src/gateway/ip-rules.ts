import type { BlockList } from 'node:net'
import { ForbiddenError, type Logger } from '@service/base'
import {
  compileIpRules,
  findClientAddress,
  type HttpRequest,
  includesAddress,
  isLoopbackAddress,
  namesForwardedClient,
  normalizeAddress,
  type TrustedProxies,
} from '@service/http'
import type { IpRule } from '@service/service-client'

/** The addresses the rules allow. A rule that cannot be read is left out, with a warning. */
export function compileAllowedAddresses(rules: readonly IpRule[], logger: Logger): BlockList {
  return compileIpRules(rules, rule =>
    logger('Warn', `IP rule ${JSON.stringify(rule)} cannot be read and is ignored.`),
  )
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
  if (address && includesAddress(allowed, address)) return
  logger('Debug', `Refused address ${address ?? '(unknown)'}: no IP rule allows it.`)
  throw new ForbiddenError(`Requests from address ${address ?? '(unknown)'} are not allowed.`)
}

/** Where a request comes from, as far as proxies are trusted to tell. */
export function clientAddress(request: HttpRequest, proxies: TrustedProxies): string | undefined {
  return findClientAddress(request.remoteAddress, request.header('x-forwarded-for'), proxies)
}

// A proxy on the machine that names its client speaks for somebody else. One that does not cannot be
// told from a program on the machine, which is why nobody is let in here by default.
function isOnThisMachine(request: HttpRequest): boolean {
  if (namesForwardedClient(request)) return false
  return isLoopbackAddress(normalizeAddress(request.remoteAddress ?? ''))
}
