import type { Server } from 'node:http'
import type { Socket } from 'node:net'

export interface StopOptions {
  /** Milliseconds after which open connections are closed. */
  readonly maxWaitMs: number
  /** Resolves once no request is in progress; idle connections stay open until then. */
  readonly drain?: () => Promise<void>
}

const sweepMs = 20

/**
 * Prepares a server, before it listens, for a graceful stop: requests in progress finish, no new
 * connections are accepted, and idle ones are closed.
 *
 * @example
 * const stop = prepareStop(server)
 * await stop({ maxWaitMs: 10_000 })
 */
export function prepareStop(server: Server): (options: StopOptions) => Promise<void> {
  const unused = trackUnusedConnections(server)
  return async ({ maxWaitMs, drain }) => {
    const closed = new Promise(resolve => server.close(resolve))
    const deadline = setTimeout(() => server.closeAllConnections(), maxWaitMs)
    // A request that has begun to arrive still gets a response.
    for (const socket of unused) if (socket.bytesRead === 0) socket.destroy()
    await drain?.()
    // A connection becomes idle after its response, and must not keep the server open.
    server.closeIdleConnections()
    const sweep = setInterval(() => server.closeIdleConnections(), sweepMs)
    await closed
    clearInterval(sweep)
    clearTimeout(deadline)
  }
}

/**
 * Connections without a request so far. Clients open them in advance, and the server counts them as
 * busy, so a stop would wait for them until its deadline.
 */
export function trackUnusedConnections(server: Server): ReadonlySet<Socket> {
  const unused = new Set<Socket>()
  server.on('connection', socket => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', ({ socket }) => unused.delete(socket))
  return unused
}
