import { domainToASCII } from 'node:url'
import { show } from '@service/base'
import type { OAuthClient } from '@service/service-client'
import { McpConfigurationError } from '../errors.js'

const domainShape = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/

/**
 * The domains that clients may come back to, as browsers spell them. Throws when one is not a bare
 * domain, or there is none at all: that would let nobody in, or anybody by mistake.
 *
 * @example
 * readAllowedClients(['Münch.example.com.']) // ['xn--mnch-0ra.example.com']
 */
export function readAllowedClients(
  given: readonly string[] | undefined,
): readonly string[] | undefined {
  if (given === undefined) return undefined
  if (!Array.isArray(given) || given.length === 0) {
    throw new McpConfigurationError(
      `Option 'allowedOAuthClients' is ${show(given)}. It must be a list of at least one domain like ` +
        "'example.com'; leave it out to let any client in.",
    )
  }
  return given.map(readDomain)
}

/** Whether a client comes back to nothing but the domains given, or their subdomains. */
export function isAllowed(client: OAuthClient, domains: readonly string[] | undefined): boolean {
  if (domains === undefined) return true
  const { redirectUris } = client
  return redirectUris.length > 0 && redirectUris.every(uri => isOnDomain(uri, domains))
}

function readDomain(given: unknown): string {
  const isBare = typeof given === 'string' && !/[\s/\\@:?#*%]/.test(given)
  const domain = isBare ? domainToASCII(given.replace(/\.$/, '')).toLowerCase() : ''
  if (domainShape.test(domain)) return domain
  throw new McpConfigurationError(
    `Option 'allowedOAuthClients' has ${show(given)}. It must be a domain like 'example.com': without ` +
      'scheme, port, path or wildcard; its subdomains are included.',
  )
}

function isOnDomain(uri: string, domains: readonly string[]): boolean {
  if (!URL.canParse(uri)) return false
  const { protocol, hostname } = new URL(uri)
  if (protocol !== 'http:' && protocol !== 'https:') return false
  const host = hostname.replace(/\.$/, '')
  return domains.some(domain => host === domain || host.endsWith(`.${domain}`))
}
