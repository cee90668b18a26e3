import { type HttpHandler, isUnderPrefix } from '@service/http'
import {
  createMcpServer,
  type McpHost,
  type McpMountOptions,
  type McpSettings,
  resolveMcpOptions,
  type ToolName,
} from '@service/mcp-server'
import type { SchemaFile } from '@service/protocol'
import type { ServicePort } from '@service/service-client'
import { ConfigurationError, NotStartedError } from '../errors.js'
import type { ResolvedOptions } from '../options.js'
import type { Runtime } from '../runtime.js'
import { schemaMeta } from '../schema/schema-meta.js'

/** The MCP server of an agent: it claims its paths when mounted, and serves between start and stop. */
export interface McpMount {
  /** Whether a URL (path and query) belongs to the MCP server; fast for the agent's own paths. */
  claims(url: string): boolean
  readonly handle: HttpHandler
  start(service: ServicePort): Promise<void>
  stop(): void
}

/** The agent as the tools use it. */
export interface InProcessAgent {
  /** The current runtime; throws when there is none. */
  readonly current: () => Runtime
  /** Handles requests for the agent's own routes without a network connection. */
  readonly fetch: (request: Request) => Promise<Response>
}

/** Throws for an invalid option, naming it. */
export function createMcpMount(
  given: McpMountOptions,
  options: ResolvedOptions,
  agent: InProcessAgent,
): McpMount {
  const { authSecrets, prefix, logger, readOnly } = options
  const resolved = resolveMcpOptions(given, process.env, logger)
  const settings = readOnly === undefined ? resolved : withoutWrites(resolved)
  if (settings.claims(`${prefix}/`)) throw new ConfigurationError(taken(prefix))
  // With a base path under the agent's prefix, the paths of the MCP server are not the agent's.
  const isInside = isUnderPrefix(`${settings.basePath}/mcp`, prefix)
  let server: HttpHandler | undefined

  const createMcpHost = (service: ServicePort, mcp: McpHost['service']): McpHost => ({
    authSecrets,
    service: mcp,
    snapshot: () => service.snapshot,
    // The host does not exist: requests are handled by the agent in this process.
    agent: { url: `http://agent.invalid${prefix}`, fetch: fetchInside, schema: schemaInside },
    clientAddress: request => agent.current().gateway.clientAddress(request),
    checkAddress: request => agent.current().gateway.checkAddress(request),
    logger,
  })
  const fetchInside = (url: string, init: RequestInit) => agent.fetch(new Request(url, init))
  const schemaInside = currentSchema(agent.current, options)

  return {
    claims: url => (isInside || !isUnderPrefix(url, prefix)) && settings.claims(url),
    async handle(request) {
      if (server) return server(request)
      throw new NotStartedError('The agent is not started: call its start().')
    },
    async start(service) {
      if (!service.mcp) throw new ConfigurationError(noMcp)
      server = await createMcpServer(createMcpHost(service, service.mcp), settings)
    },
    stop() {
      server = undefined
    },
  }
}

const readTools: readonly ToolName[] = ['describeCollection', 'list', 'listRelated']

/** The settings with the tools that change nothing. */
function withoutWrites({ enabledTools, ...settings }: McpSettings): McpSettings {
  return { ...settings, enabledTools: new Set(readTools.filter(name => enabledTools.has(name))) }
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

/** Built on first use and cached while the model serves. */
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
