import { type Logger, withoutTrailing } from '@service/base'
import type { McpPort } from '@service/service-client'
import type { Addresses } from './contracts.js'
import { AddressUnknownError, McpConfigurationError } from './errors.js'
import { isLoopback } from './loopback.js'

export interface AddressSettings {
  /** An origin; when absent, that of the environment's agent URL. */
  readonly publicUrl?: string
  readonly basePath: string
  /** The path prefix of the agent's own routes. */
  readonly prefix: string
  readonly service: Pick<McpPort, 'agentUrl'>
  readonly logger: Logger
}

/** The URLs of the MCP server as clients see them. */
export interface McpUrls {
  /** Runs at start: throws for a URL that can never work, and warns when none is known yet. */
  check(): Promise<void>
  /** Rejects with a 503 while no URL is known. Returns the same object until the URL changes. */
  current(): Promise<Addresses>
}

const freshFor = 60_000
const retryAfter = 5_000

const whatToSet =
  "Set the agent's address of the environment at the service, or the option 'publicUrl' of " +
  'mountAiMcpServer, to where clients reach the agent.'

/** Loaded from the service on first use, and refreshed later while the previous URLs are used. */
export function createMcpUrls(settings: AddressSettings): McpUrls {
  const { publicUrl, basePath, service, logger } = settings
  if (publicUrl !== undefined) {
    const fixed = Promise.resolve(addressesAt(checkSecure(publicUrl), basePath))
    return { check: () => checkAgentAtRoot(settings), current: () => fixed }
  }

  let known: Addresses | undefined
  let requested: Promise<Addresses> | undefined
  let refreshAt = 0

  const readUrls = async (): Promise<Addresses> => {
    const url = await service.agentUrl()
    if (url === undefined) throw new McpConfigurationError(`No address is set. ${whatToSet}`)
    const next = addressesAt(requireOrigin(url, settings), basePath)
    if (known?.issuer !== next.issuer) known = next
    return known
  }

  const requestUrls = (): Promise<Addresses> => {
    refreshAt = Number.POSITIVE_INFINITY
    const urls = readUrls().then(
      found => {
        refreshAt = performance.now() + freshFor
        return found
      },
      cause => {
        refreshAt = performance.now() + retryAfter
        logger('Error', 'The MCP server could not find its public address', cause)
        throw new AddressUnknownError({ cause })
      },
    )
    // Callers that wait receive the error; without one it must not become an unhandled rejection.
    urls.catch(() => {})
    return urls
  }

  return {
    async check() {
      const url = await service.agentUrl().catch(error => {
        logger(
          'Warn',
          'The public address of the MCP server is unknown until the service responds',
          error,
        )
        return null
      })
      if (url) requireOrigin(url, settings)
      if (url === undefined) {
        logger('Warn', `AI clients cannot reach the MCP server: no address is set. ${whatToSet}`)
      }
    },
    current() {
      if (requested === undefined || performance.now() >= refreshAt) requested = requestUrls()
      return known ? Promise.resolve(known) : requested
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

/** Also checked when a public URL is set, which does not mean that the agent is at the root. */
async function checkAgentAtRoot(settings: AddressSettings): Promise<void> {
  const { basePath, service, logger } = settings
  if (!basePath) return
  const url = await service.agentUrl().catch(error => {
    logger('Warn', 'Whether the agent is at the root of its domain could not be checked', error)
    return undefined
  })
  if (url) requireRoot(url, settings)
}

function requireOrigin(agentUrl: string, settings: AddressSettings): string {
  requireRoot(agentUrl, settings)
  return checkSecure(new URL(agentUrl).origin)
}

/** The prefix of the agent's own routes does not count as a path that the agent is served below. */
function requireRoot(agentUrl: string, { basePath, prefix }: AddressSettings): void {
  const path = withoutTrailing(new URL(agentUrl).pathname, '/')
  if (!basePath || path === '' || path === prefix) return
  throw new McpConfigurationError(
    `The option basePath '${basePath}' needs an agent at the root of its domain: documents of the ` +
      `MCP server are at the root. The agent's address is '${agentUrl}'. Leave basePath out, or ` +
      'serve the agent at the root of a domain and set its address at the service.',
  )
}

/** OAuth sends codes and tokens to this origin: without encryption anyone could read them. */
function checkSecure(origin: string): string {
  const { protocol, hostname } = new URL(origin)
  if (protocol === 'https:' || isLoopback(hostname)) return origin
  throw new McpConfigurationError(
    `The MCP server would be at '${origin}'. It must be https, or http on this machine alone ` +
      '(localhost, 127.0.0.1): clients send their tokens there.',
  )
}
