import { type Logger, withoutTrailing } from '@service/base'
import type { McpPort } from '@service/service-client'
import type { Addresses } from './contracts.js'
import { AddressUnknownError, McpConfigurationError } from './errors.js'
import { isLoopback } from './loopback.js'

export interface AddressSettings {
  /** An origin; absent: that of the environment's agent address. */
  readonly publicUrl?: string
  readonly basePath: string
  /** The path the agent's own routes are below. */
  readonly prefix: string
  readonly service: Pick<McpPort, 'agentUrl'>
  readonly logger: Logger
}

/** Where clients find the MCP server. */
export interface AddressBook {
  /** At start: an address that can never work fails here; one that is not known yet is warned of. */
  check(): Promise<void>
  /** Rejects with a 503 while no address is known. The same object until the address changes. */
  current(): Promise<Addresses>
}

const freshFor = 60_000
const retryAfter = 5_000

const whatToSet =
  "Set the agent's address of the environment at the service, or the option 'publicUrl' of " +
  'mountAiMcpServer, to where clients reach the agent.'

/** Asked of the service when first needed, then again now and then, while the old one serves. */
export function createAddressBook(settings: AddressSettings): AddressBook {
  const { publicUrl, basePath, service, logger } = settings
  if (publicUrl !== undefined) {
    const fixed = Promise.resolve(addressesAt(checkSecure(publicUrl), basePath))
    return { check: () => checkAgentAtRoot(settings), current: () => fixed }
  }

  let known: Addresses | undefined
  let asked: Promise<Addresses> | undefined
  let askAgainAt = 0

  const learn = async (): Promise<Addresses> => {
    const url = await service.agentUrl()
    if (url === undefined) throw new McpConfigurationError(`No address is set. ${whatToSet}`)
    const next = addressesAt(originOf(url, settings), basePath)
    if (known?.issuer !== next.issuer) known = next
    return known
  }

  const ask = (): Promise<Addresses> => {
    askAgainAt = Number.POSITIVE_INFINITY
    const answer = learn().then(
      found => {
        askAgainAt = Date.now() + freshFor
        return found
      },
      cause => {
        askAgainAt = Date.now() + retryAfter
        logger('Error', 'The MCP server could not find its public address', cause)
        throw new AddressUnknownError({ cause })
      },
    )
    // Whoever waits for it hears of a failure; nobody has to wait.
    answer.catch(() => {})
    return answer
  }

  return {
    async check() {
      const url = await service.agentUrl().catch(error => {
        logger('Warn', 'The MCP server learns its public address once the service answers', error)
        return null
      })
      if (url) originOf(url, settings)
      if (url === undefined) {
        logger('Warn', `AI clients cannot reach the MCP server: no address is set. ${whatToSet}`)
      }
    },
    current() {
      if (asked === undefined || Date.now() >= askAgainAt) asked = ask()
      return known ? Promise.resolve(known) : asked
    },
  }
}

function addressesAt(origin: string, basePath: string): Addresses {
  const base = `${origin}${basePath}`
  return {
    issuer: basePath ? base : `${origin}/`,
    resource: `${base}/mcp`,
    authorizationEndpoint: `${base}/oauth/authorize`,
    tokenEndpoint: `${base}/oauth/token`,
    revocationEndpoint: `${base}/oauth/revoke`,
    // RFC 9728 §3.1: the path of the resource comes after the well-known part, not before.
    resourceMetadata: `${origin}/.well-known/oauth-protected-resource${basePath}/mcp`,
  }
}

/** A public address of its own does not put the agent at the root. */
async function checkAgentAtRoot(settings: AddressSettings): Promise<void> {
  const { basePath, service, logger } = settings
  if (!basePath) return
  const url = await service.agentUrl().catch(error => {
    logger('Warn', 'Whether the agent is at the root of its domain could not be checked', error)
    return undefined
  })
  if (url) requireRoot(url, settings)
}

function originOf(agentUrl: string, settings: AddressSettings): string {
  requireRoot(agentUrl, settings)
  return checkSecure(new URL(agentUrl).origin)
}

/** The prefix of the agent's own routes is no path that it is served below. */
function requireRoot(agentUrl: string, { basePath, prefix }: AddressSettings): void {
  const path = withoutTrailing(new URL(agentUrl).pathname, '/')
  if (!basePath || path === '' || path === prefix) return
  throw new McpConfigurationError(
    `The option basePath '${basePath}' needs an agent at the root of its domain: documents of the ` +
      `MCP server lie at the root. The agent's address is '${agentUrl}'. Leave basePath out, or ` +
      'serve the agent at the root of a domain and set its address at the service.',
  )
}

/** OAuth sends codes and tokens there: in the open they would be anybody's. */
function checkSecure(origin: string): string {
  const { protocol, hostname } = new URL(origin)
  if (protocol === 'https:' || isLoopback(hostname)) return origin
  throw new McpConfigurationError(
    `The MCP server would be at '${origin}'. It must be https, or http on this machine alone ` +
      '(localhost, 127.0.0.1): clients send their tokens there.',
  )
}
