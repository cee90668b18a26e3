import type { HttpHandler } from '@service/http'
import { createAddressBook } from './addresses.js'
import type { McpHost } from './contracts.js'
import { requireLoopback } from './loopback.js'
import { preflight, readableByPages } from './open-to-pages.js'
import type { McpSettings } from './options.js'
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
  const addresses = createAddressBook({ ...settings, prefix, service, logger })
  const [{ createAuthorization }, { createProtocol }] = await Promise.all([
    import('./oauth/create-authorization.js'),
    import('./protocol/create-protocol.js'),
    addresses.check(),
    service.watchGrants(),
  ])
  const authorization = createAuthorization({
    authSecrets,
    service,
    roleOf: userId => snapshot().users.get(userId)?.roleId,
    addresses: addresses.current,
    tokenTtl: settings.tokenTtl,
    allowedClients: settings.allowedClients,
    clientAddress: host.clientAddress,
    logger,
  })
  const protocol = createProtocol({
    agent: { ...agent, sessionOf: createAgentSessions(authSecrets, snapshot) },
    enabledTools: settings.enabledTools,
    requestApproval: service.requestApproval,
    logger,
    version,
  })

  const converse: HttpHandler = async request => {
    if (request.method === 'OPTIONS') return preflight(request, 'POST')
    host.checkAddress(request)
    const session = await authorization.verify(request).catch(error => ({ error }))
    if ('error' in session) return authorization.refuse(session.error)
    return readableByPages(await protocol.answer(request, session))
  }

  return async request => {
    const known = await addresses.current().catch(() => undefined)
    if (known) requireLoopback(request, known.issuer)
    const route = settings.routeOf(request.method, request.url)
    return route === 'protocol' ? converse(request) : authorization.answer(route, request)
  }
}
