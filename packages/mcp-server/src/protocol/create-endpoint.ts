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
import type { AgentDoor, Protocol } from '../contracts.js'
import type { Exchange } from '../tools/open-call.js'
import { toHttpResponse, toWebRequest } from './message.js'

export interface EndpointSettings {
  /** What one request of a client is answered by. */
  readonly serverFor: (exchange: Exchange) => Server | McpServer
  readonly sessionOf: AgentDoor['sessionOf']
  readonly logger: Logger
}

/** Bytes of a request. Values of forms may hold files. */
const largestRequest = 4 * 1024 * 1024

/**
 * Streams of `subscriptions/listen` that are open at the same time. A server that announces no
 * changes, as ours, acknowledges a subscription and ends it in the same response: none stays open.
 */
const mostSubscriptions = 100
const heartbeatMs = 15_000

/** The endpoint of the protocol, whatever is offered there: messages in, responses out. */
export function createEndpoint({ serverFor, sessionOf, logger }: EndpointSettings): Protocol {
  const exchanges = new WeakMap<Request, Exchange>()
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const exchange = requestInfo && exchanges.get(requestInfo)
      if (!exchange) throw new Error('A request without a session came to the protocol library.')
      return serverFor(exchange)
    },
    {
      maxSubscriptions: mostSubscriptions,
      keepAliveMs: heartbeatMs,
      // Its message may hold what was sent.
      onerror: error => logger('Debug', `An MCP request was refused: ${error.name}`),
    },
  )
  return {
    async answer(request, session) {
      // A person who is not known any more is refused here, before an answer begins.
      const token = await sessionOf(session)
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
