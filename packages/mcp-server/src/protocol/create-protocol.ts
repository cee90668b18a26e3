import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv'
import type { Protocol, ProtocolSettings } from '../contracts.js'
import { explain } from '../tools/explain-error.js'
import { type Exchange, openCall } from '../tools/open-call.js'
import { runTool } from '../tools/run-tool.js'
import { buildToolSet, type ToolSet } from '../tools/tool-set.js'
import { createEndpoint } from './create-endpoint.js'

const instructions =
  'Call describeCollection for a collection before the other tools: they take the names of fields, relations and actions that it returns.'

const instructionsFor = (enabled: ReadonlySet<string>) =>
  [
    'The records of a back office.',
    ...(enabled.has('describeCollection') ? [instructions] : []),
    'What the signed-in person may not see or do is refused.',
  ].join(' ')

/** Creates the protocol side of an MCP server; its tools are built here, once. */
export function createProtocol(settings: ProtocolSettings): Protocol {
  const tools = buildToolSet(settings.enabledTools)
  const serverInfo = { name: 'service', title: 'Service', version: settings.version }
  const options = {
    // Changes of the tool list are not announced: a subscription is acknowledged and ends immediately.
    capabilities: { tools: {} },
    instructions: instructionsFor(settings.enabledTools),
    // Shared, since the library would create one for each request.
    jsonSchemaValidator: new AjvJsonSchemaValidator(),
  }
  return createEndpoint({
    issueSession: settings.agent.issueSession,
    logger: settings.logger,
    serverFor(exchange) {
      const server = new Server(serverInfo, options)
      offerTools(server, tools, exchange, settings)
      return server
    },
  })
}

function offerTools(
  server: Server,
  tools: ToolSet,
  exchange: Exchange,
  settings: ProtocolSettings,
): void {
  const { scopes } = exchange.session
  server.setRequestHandler('tools/list', async () => {
    const names = await collectionNames(exchange, settings).catch(refuse)
    return { tools: [...tools.listFor(scopes, names)] }
  })
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = tools.find(params.name)
    if (tool) return { ...(await runTool(tool, params.arguments, exchange, settings)) }
    const known = tools.listFor(scopes, []).map(({ name }) => name)
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `No tool '${params.name}'. There are: ${known.join(', ') || 'none'}.`,
    )
  })
}

async function collectionNames(exchange: Exchange, settings: ProtocolSettings) {
  const { agent } = await openCall(settings, exchange)
  return agent.collectionNames()
}

function refuse(error: unknown): never {
  const { detail, status } = explain(error)
  throw new ProtocolError(ProtocolErrorCode.InternalError, `${detail} (HTTP ${status})`)
}
