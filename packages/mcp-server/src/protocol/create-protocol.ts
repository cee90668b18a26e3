import {
  createMcpHandler,
  isJsonContentType,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv'
import {
  type HttpRequest,
  type HttpResponse,
  InvalidJsonError,
  jsonResponse,
  readJson,
} from '@service/http'
import { isServiceError } from '@service/protocol'
import type { Protocol, ProtocolSettings } from '../contracts.js'
import { explain } from '../tools/explain-error.js'
import { type Exchange, openCall } from '../tools/open-call.js'
import { runTool } from '../tools/run-tool.js'
import { buildToolSet, type ToolSet } from '../tools/tool-set.js'
import { toHttpResponse, toWebRequest } from './message.js'

/** Bytes of a request. Values of forms may hold files. */
const largestRequest = 4 * 1024 * 1024

const lookFirst =
  'Call describeCollection for a collection before the other tools: they take the names of fields, relations and actions that it answers.'

const instructionsFor = (enabled: ReadonlySet<string>) =>
  [
    'The records of a back office.',
    ...(enabled.has('describeCollection') ? [lookFirst] : []),
    'What the signed-in person may not see or do is refused.',
  ].join(' ')

/** Makes the protocol side of an MCP server: what it offers is built here, once. */
export function createProtocol(settings: ProtocolSettings): Protocol {
  const tools = buildToolSet(settings.enabledTools)
  const exchanges = new WeakMap<Request, Exchange>()
  const serverInfo = { name: 'service', title: 'Service', version: settings.version }
  const options = {
    capabilities: { tools: {} },
    instructions: instructionsFor(settings.enabledTools),
    // The library would make one for each request.
    jsonSchemaValidator: new AjvJsonSchemaValidator(),
  }
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const exchange = requestInfo && exchanges.get(requestInfo)
      if (!exchange) throw new Error('A request without a session came to the protocol library.')
      const server = new Server(serverInfo, options)
      offerTools(server, tools, exchange, settings)
      return server
    },
    {
      // Nothing is announced, so nothing can be subscribed to.
      maxSubscriptions: 0,
      // Its message may hold what was sent.
      onerror: error => settings.logger('Debug', `An MCP request was refused: ${error.name}`),
    },
  )
  return {
    async answer(request, session) {
      // A person who is not known any more is refused here, before an answer begins.
      const token = await settings.agent.sessionOf(session)
      const read = await readMessage(request).then(
        parsedBody => ({ parsedBody }),
        error => ({ refusal: refuseMessage(error) }),
      )
      if ('refusal' in read) return read.refusal
      const received = toWebRequest(request)
      exchanges.set(received, { session, token, signal: request.signal })
      return toHttpResponse(await handler.fetch(received, read))
    },
  }
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

/** The message as JSON; undefined of another content type, which the library refuses. */
async function readMessage(request: HttpRequest): Promise<unknown> {
  if (!isJsonContentType(request.header('content-type') ?? null)) return undefined
  const message = await readJson(request, largestRequest)
  if (message !== undefined) return message
  throw new InvalidJsonError('The request body is empty: send a JSON-RPC message')
}

/** A message that could not be read, in the form of the protocol. */
function refuseMessage(error: unknown): HttpResponse {
  if (!isServiceError(error) || error.status >= 500) throw error
  const { ParseError, InvalidRequest } = ProtocolErrorCode
  const code = error instanceof InvalidJsonError ? ParseError : InvalidRequest
  const refusal = { code, message: error.message }
  return jsonResponse(error.status, { jsonrpc: '2.0', error: refusal, id: null })
}
