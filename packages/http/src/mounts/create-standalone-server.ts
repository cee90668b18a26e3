import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ServeOptions } from '../node/serve-node-request.js'
import { prepareStop } from '../node/stop-server.js'
import { toNodeListener } from '../node/to-node-listener.js'
import type { CurrentHandler } from './mount.js'

export interface StandaloneOptions extends ServeOptions {
  /** 0 picks a free port. */
  readonly port: number
  /** Address to listen on. Default: all interfaces. */
  readonly host?: string
}

export interface StandaloneServer {
  readonly port: number
  readonly host: string
  /**
   * Stops accepting connections, waits for requests in progress and closes those that take longer
   * than `maxWaitMs` (default: 10 seconds).
   */
  stop(maxWaitMs?: number): Promise<void>
}

/**
 * Starts a server for the handler. Rejects with the reason when it cannot listen.
 *
 * @example
 * const server = await createStandaloneServer(() => handler, { port: 3351, host: '127.0.0.1' })
 */
export async function createStandaloneServer(
  handler: CurrentHandler,
  options: StandaloneOptions,
): Promise<StandaloneServer> {
  const server = createServer(toNodeListener(request => handler()(request), options))
  const stop = prepareStop(server)
  const { port, address } = await listen(server, options)
  let stopping: Promise<void> | undefined

  return {
    port,
    host: address,
    stop(maxWaitMs = 10_000) {
      stopping ??= stop({ maxWaitMs })
      return stopping
    },
  }
}

function listen(server: Server, { port, host }: StandaloneOptions): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', cause => {
      const where = host === undefined ? `port ${port}` : `${host}:${port}`
      reject(new Error(`Cannot listen on ${where}: ${cause.message}`, { cause }))
    })
    server.listen(port, host, () => resolve(server.address() as AddressInfo))
  })
}
