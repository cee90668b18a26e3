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

/** The IP addresses that the rules allow. Invalid rules are skipped with a warning. */
export function compileAllowedAddresses(rules: readonly IpRule[], logger: Logger): BlockList {
  return compileIpRules(rules, rule =>
    logger('Warn', `IP rule ${JSON.stringify(rule)} cannot be read and is ignored.`),
  )
}

/** How the client's IP address is determined, and whether the machine itself is always accepted. */
export interface AddressSettings {
  readonly proxies: TrustedProxies
  readonly allowsLoopback: boolean
}

/** Throws a 403 unless the client's IP address is allowed. */
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
  throw new ForbiddenError(`Requests from address ${address ?? '(unknown)'} are not allowed.`, {
    data: { rule: { kind: 'address', address } },
  })
}

/** The IP address of the client, according to trusted proxies only. */
export function clientAddress(request: HttpRequest, proxies: TrustedProxies): string | undefined {
  return findClientAddress(request.remoteAddress, request.header('x-forwarded-for'), proxies)
}

// A local proxy that names its client forwards requests of others. One that does not cannot be
// distinguished from a local program, so that the machine itself is not accepted by default.
function isOnThisMachine(request: HttpRequest): boolean {
  if (namesForwardedClient(request)) return false
  return isLoopbackAddress(normalizeAddress(request.remoteAddress ?? ''))
}
