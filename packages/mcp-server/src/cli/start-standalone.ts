import { AsyncLocalStorage } from 'node:async_hooks'
import type { Logger } from '@service/base'
import {
  createHttpClient,
  createInFlight,
  createStandaloneServer,
  errorResponse,
  type HttpHandler,
  requestId,
  requestIdHeader,
  toFetch,
} from '@service/http'
import { createServiceClient, type McpPort } from '@service/service-client'
import type { McpHost } from '../contracts.js'
import { createMcpServer } from '../create-mcp-server.js'
import { McpConfigurationError } from '../errors.js'
import { withPublicCors } from '../public-cors.js'
import { createSchemaReader } from './read-schema.js'
import { type StandaloneSettings, withPrefix } from './read-settings.js'

export interface StandaloneMcpServer {
  readonly port: number
  stop(): Promise<void>
}

/** Starts an MCP server in its own process, for an agent elsewhere. */
export async function startStandalone(
  settings: StandaloneSettings,
  logger: Logger,
): Promise<StandaloneMcpServer> {
  const { envSecret, serverUrl, port, host } = settings
  const service = createServiceClient({ envSecret, serverUrl, logger })
  try {
    await service.start()
    const { mcp } = service
    if (!mcp) throw new McpConfigurationError('The service does not support AI clients.')
    const clients = new AsyncLocalStorage<string | undefined>()
    const handleMcp = await createMcpServer(
      {
        authSecrets: [settings.authSecret],
        service: mcp,
        snapshot: () => service.snapshot,
        agent: {
          url: settings.agentUrl ?? (await readAgentUrl(mcp)),
          fetch: forwarding(clients),
          schema: createSchemaReader({ serverUrl, envSecret, logger }),
        },
        clientAddress: request => request.remoteAddress,
        // The agent checks the IP address of the client, which is forwarded to it.
        checkAddress: () => {},
        logger,
      },
      settings.mcp,
    )
    const handler = toHandler(
      request => clients.run(request.remoteAddress, handleMcp, request),
      logger,
    )
    const server = await createStandaloneServer(() => handler, {
      port,
      host,
      inFlight: createInFlight(),
      log: (message, error) => logger('Error', message, error),
    })
    return {
      port: server.port,
      async stop() {
        await server.stop()
        await service.stop()
      },
    }
  } catch (error) {
    await service.stop()
    throw error
  }
}

async function readAgentUrl(mcp: McpPort): Promise<string> {
  const url = await mcp.agentUrl()
  if (url !== undefined) return withPrefix(url)
  throw new McpConfigurationError(
    "The environment has no agent's address: set it at the service, or set SERVICE_AGENT_URL.",
  )
}

/** Forwards the client's IP address: IP rules of the agent apply to the client, not to this server. */
function forwarding(clients: AsyncLocalStorage<string | undefined>): McpHost['agent']['fetch'] {
  const send = toFetch(createHttpClient({ name: 'the agent' }))
  return (url, init) => {
    const headers = new Headers(init.headers)
    const client = clients.getStore()
    if (client !== undefined) headers.set('x-forwarded-for', client)
    return send(url, { ...init, headers })
  }
}

function toHandler(handleMcp: HttpHandler, logger: Logger): HttpHandler {
  return async request => {
    const id = requestId(request)
    const failure = (error: unknown) =>
      withPublicCors(
        errorResponse(error, {
          requestId: id,
          log: (message, cause) => logger('Error', message, cause),
        }),
      )
    const { status, headers, body } = await handleMcp(request).catch(failure)
    return { status, headers: { [requestIdHeader]: id, ...headers }, body }
  }
}
