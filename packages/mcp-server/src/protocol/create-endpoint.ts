import {
  createMcpHandler,
  isJsonContentType,
  type McpServer,
  ProtocolErrorCode,
  type Server,
} from '@modelcontextprotocol/server'
import { isServiceError, type Logger } from '@service/base'
import {
  type HttpRequest,
  type HttpResponse,
  InvalidJsonError,
  jsonResponse,
  readJson,
} from '@service/http'
import type { AgentApi, Protocol } from '../contracts.js'
import type { Exchange } from '../tools/open-call.js'
import { toHttpResponse, toWebRequest } from './message.js'

export interface EndpointSettings {
  /** Creates the server that handles one request of a client. */
  readonly serverFor: (exchange: Exchange) => Server | McpServer
  readonly issueSession: AgentApi['issueSession']
  readonly logger: Logger
}

/** Maximum bytes of a request. Form values may contain files. */
const maxRequestBytes = 4 * 1024 * 1024

/**
 * Maximum number of open `subscriptions/listen` streams. A server that announces no changes, as ours,
 * acknowledges a subscription and ends it in the same response: none stays open.
 */
const maxSubscriptions = 100
const heartbeatMs = 15_000

/** Creates the endpoint of the protocol, independent of the tools it offers. */
export function createEndpoint({ serverFor, issueSession, logger }: EndpointSettings): Protocol {
  const exchanges = new WeakMap<Request, Exchange>()
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const exchange = requestInfo && exchanges.get(requestInfo)
      if (!exchange) throw new Error('A request without a session came to the protocol library.')
      return serverFor(exchange)
    },
    {
      maxSubscriptions: maxSubscriptions,
      keepAliveMs: heartbeatMs,
      // Only the name is logged, since the message may contain what was sent.
      onerror: error => logger('Debug', `An MCP request was refused: ${error.name}`),
    },
  )
  return {
    async handle(request, session) {
      // Rejects a person who no longer exists before the response starts.
      const token = await issueSession(session)
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

/** The message as JSON; undefined for another content type, which the library rejects. */
async function readMessage(request: HttpRequest): Promise<unknown> {
  if (!isJsonContentType(request.header('content-type') ?? null)) return undefined
  const message = await readJson(request, maxRequestBytes)
  if (message !== undefined) return message
  throw new InvalidJsonError('The request body is empty: send a JSON-RPC message')
}

/** The protocol's error response to a message that could not be parsed. */
function refuseMessage(error: unknown): HttpResponse {
  if (!isServiceError(error) || error.status >= 500) throw error
  const { ParseError, InvalidRequest } = ProtocolErrorCode
  const code = error instanceof InvalidJsonError ? ParseError : InvalidRequest
  const refusal = { code, message: error.message }
  return jsonResponse(error.status, { jsonrpc: '2.0', error: refusal, id: null })
}
