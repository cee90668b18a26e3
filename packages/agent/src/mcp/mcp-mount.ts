import { type HttpHandler, isUnderPrefix } from '@service/http'
import {
  createMcpServer,
  type McpHost,
  type McpMountOptions,
  resolveMcpOptions,
} from '@service/mcp-server'
import type { SchemaFile } from '@service/protocol'
import type { ServicePort } from '@service/service-client'
import { ConfigurationError, NotStartedError } from '../errors.js'
import type { ResolvedOptions } from '../options.js'
import type { Runtime } from '../runtime.js'
import { schemaMeta } from '../schema/schema-meta.js'

/** The MCP server on an agent: it has its paths at once, and answers between start and stop. */
export interface McpMount {
  /** Whether a URL (path and query) is the MCP server's; one of the agent's own paths costs one look. */
  claims(url: string): boolean
  readonly answer: HttpHandler
  start(service: ServicePort): Promise<void>
  stop(): void
}

/** The agent behind the tools. */
export interface AgentInside {
  /** The runtime that tools work with; throws when there is none. */
  readonly current: () => Runtime
  /** The agent's own routes, without a socket. */
  readonly fetch: (request: Request) => Promise<Response>
}

/** Wrong options fail here, naming the option. */
export function createMcpMount(
  given: McpMountOptions,
  options: ResolvedOptions,
  agent: AgentInside,
): McpMount {
  const { authSecrets, prefix, logger } = options
  const settings = resolveMcpOptions(given, process.env, logger)
  if (settings.claims(`${prefix}/`)) throw new ConfigurationError(taken(prefix))
  // Below a base path under the agent's prefix, the MCP server's paths are not the agent's.
  const isInside = isUnderPrefix(`${settings.basePath}/mcp`, prefix)
  let server: HttpHandler | undefined

  const hostOf = (service: ServicePort, mcp: McpHost['service']): McpHost => ({
    authSecrets,
    service: mcp,
    snapshot: () => service.snapshot,
    // Nobody listens there: what is asked goes to the agent in this process.
    agent: { url: `http://agent.invalid${prefix}`, fetch: fetchInside, schema: schemaInside },
    clientAddress: request => agent.current().gateway.clientAddress(request),
    checkAddress: request => agent.current().gateway.checkAddress(request),
    logger,
  })
  const fetchInside = (url: string, init: RequestInit) => agent.fetch(new Request(url, init))
  const schemaInside = currentSchema(agent.current, options)

  return {
    claims: url => (isInside || !isUnderPrefix(url, prefix)) && settings.claims(url),
    async answer(request) {
      if (server) return server(request)
      throw new NotStartedError('The agent is not started: call its start().')
    },
    async start(service) {
      if (!service.mcp) throw new ConfigurationError(noMcp)
      server = await createMcpServer(hostOf(service, service.mcp), settings)
    },
    stop() {
      server = undefined
    },
  }
}

const noMcp =
  "mountAiMcpServer needs a service that lets AI clients in: the one passed as option 'service' " +
  "has no 'mcp'. Leave the option out, or pass what createInProcessService() makes."

function taken(prefix: string): string {
  return (
    `mountAiMcpServer would take every path of the agent, whose prefix is '${prefix}'. Give it a ` +
    "basePath, such as '/ai', or the agent another prefix."
  )
}

/** Built when first asked for and kept for as long as the model serves. */
function currentSchema(
  current: () => Runtime,
  options: ResolvedOptions,
): () => Promise<SchemaFile> {
  const built = new WeakMap<Runtime['model'], Promise<SchemaFile>>()
  const build = async ({ model }: Runtime) => {
    const { buildSchema } = await import('../schema/build-schema.js')
    return buildSchema(model, schemaMeta, options)
  }
  return async () => {
    const runtime = current()
    const schema = built.get(runtime.model) ?? build(runtime)
    built.set(runtime.model, schema)
    return schema
  }
}
