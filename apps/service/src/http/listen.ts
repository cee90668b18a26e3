import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { prepareStop } from '@service/http'
import type { Hono } from 'hono'
import type { Config } from '../config.js'
import { ConfigurationError } from '../errors.js'
import { readBasePath, removeBasePath } from './base-path.js'
import { respondToClientError } from './client-error.js'
import { ObservedRequest } from './observed-request.js'
import { createOverloadGuard, type OverloadGuard, type OverloadSettings } from './overload.js'
import type { NodeBindings } from './request.js'

type Handler = RequestListener<typeof ObservedRequest>

export interface Listener {
  /** The URL it listens on, e.g. `http://127.0.0.1:3310`. */
  readonly url: string
  readonly overloadGuard: OverloadGuard
  /**
   * Stops accepting connections, finishes running requests, and closes those that have not ended by the
   * deadline.
   */
  stop(): Promise<void>
}

const STOP_DEADLINE = 10_000
/** Connections that the operating system queues while the process is busy. */
const BACKLOG = 2_048
/**
 * Longer than the idle timeout of load balancers, so that they never send into a connection we are closing.
 */
const KEEP_ALIVE = 65_000

/** Serves an application over HTTP, with an overload guard and a timeout for every step of a client. */
export async function listen(
  app: Hono<NodeBindings>,
  config: Config,
  settings: OverloadSettings,
): Promise<Listener> {
  const handleRequest = getRequestListener(
    (request, bindings) => app.fetch(request, bindings as NodeBindings['Bindings']),
    { errorHandler: () => badTarget(settings.headers) },
  ) as Handler
  const overloadGuard = createOverloadGuard(settings, belowBasePath(config, handleRequest))
  const server = createServer(
    {
      IncomingMessage: ObservedRequest,
      headersTimeout: Math.min(15_000, config.requestTimeout),
      requestTimeout: config.requestTimeout,
      connectionsCheckingInterval: Math.min(5_000, config.requestTimeout),
      keepAliveTimeout: KEEP_ALIVE,
    },
    overloadGuard.listener,
  )
  // Disconnects a client that does not read its response.
  server.timeout = Math.max(2 * config.requestTimeout, config.statementTimeout + 30_000)
  server.on('clientError', respondToClientError)
  const stop = prepareStop(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', error => reject(explainListenError(error, config)))
    server.listen({ host: config.host, port: config.port, backlog: BACKLOG }, resolve)
  })
  return {
    url: formatServerUrl(server),
    overloadGuard,
    stop: () => stop({ maxWaitMs: STOP_DEADLINE, drain: () => overloadGuard.close(STOP_DEADLINE) }),
  }
}

/** Lets a request arrive without the path of the public URL. */
function belowBasePath(config: Config, handleRequest: Handler): Handler {
  const basePath = readBasePath(config)
  if (basePath === '') return handleRequest
  return (incoming, outgoing) => {
    incoming.url = removeBasePath(incoming.url ?? '/', basePath)
    return handleRequest(incoming, outgoing)
  }
}

/** Explains a listen error in terms of the settings. */
export function explainListenError(
  error: NodeJS.ErrnoException,
  { host, port }: Pick<Config, 'host' | 'port'>,
): Error {
  const problems: Readonly<Record<string, string>> = {
    EADDRINUSE: `SERVICE_PORT must be a free port; another program listens on ${host}:${port}.`,
    EACCES: `SERVICE_PORT must be a port this process may open, not ${port}.`,
    EADDRNOTAVAIL: `SERVICE_HOST must be an address of this machine, not '${host}'.`,
    ENOTFOUND: `SERVICE_HOST must be an address of this machine, not '${host}'.`,
  }
  const problem = problems[error.code ?? '']
  return problem === undefined ? error : new ConfigurationError([problem])
}

function formatServerUrl(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

/** The target or the Host header of a request is not a valid URL. */
const badTarget = (headers: Readonly<Record<string, string>>) =>
  Response.json(
    { code: 'malformed_request', message: 'The path or the Host header is not valid.' },
    { status: 400, headers: { ...headers, 'Request-Id': crypto.randomUUID() } },
  )
