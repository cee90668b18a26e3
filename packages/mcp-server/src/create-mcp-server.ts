import type { HttpHandler } from '@service/http'
import { createMcpUrls } from './addresses.js'
import type { McpHost } from './contracts.js'
import { requireLoopback } from './loopback.js'
import type { McpSettings } from './options.js'
import { preflight, withPublicCors } from './public-cors.js'
import { createAgentSessions } from './sessions.js'
import { version } from './version.js'

/**
 * Creates the handler of an MCP server for the paths that its settings claim. The protocol library is
 * loaded here, not before.
 *
 * @example
 * const settings = resolveMcpOptions({}, process.env, console.log)
 * const handle = await createMcpServer(host, settings)
 */
export async function createMcpServer(host: McpHost, settings: McpSettings): Promise<HttpHandler> {
  const { authSecrets, service, snapshot, agent, logger } = host
  const prefix = new URL(agent.url).pathname.replace(/\/$/, '')
  const addresses = createMcpUrls({ ...settings, prefix, service, logger })
  const [{ createAuthorization }, { createProtocol }] = await Promise.all([
    import('./oauth/create-authorization.js'),
    import('./protocol/create-protocol.js'),
    addresses.check(),
    service.watchGrants(),
  ])
  const authorization = createAuthorization({
    authSecrets,
    service,
    findRole: userId => snapshot().users.get(userId)?.roleId,
    addresses: addresses.current,
    tokenTtl: settings.tokenTtl,
    allowedClients: settings.allowedClients,
    clientAddress: host.clientAddress,
    logger,
  })
  const protocol = createProtocol({
    agent: { ...agent, issueSession: createAgentSessions(authSecrets, snapshot) },
    enabledTools: settings.enabledTools,
    requestApproval: service.requestApproval,
    logger,
    version,
  })

  const handleMcpRequest: HttpHandler = async request => {
    if (request.method === 'OPTIONS') return preflight(request, 'POST')
    host.checkAddress(request)
    const session = await authorization.verify(request).catch(error => ({ error }))
    if ('error' in session) return authorization.refuse(session.error)
    return withPublicCors(await protocol.handle(request, session))
  }

  return async request => {
    const known = await addresses.current().catch(() => undefined)
    if (known) requireLoopback(request, known.issuer)
    const route = settings.findRoute(request.method, request.url)
    return route === 'protocol' ? handleMcpRequest(request) : authorization.handle(route, request)
  }
}
