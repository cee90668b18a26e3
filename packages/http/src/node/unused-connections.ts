import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Connections over which no request has come. Clients open them ahead of need, and the server takes
 * them for busy: a stop would wait for them until its deadline.
 */
export function unusedConnections(server: Server): ReadonlySet<Socket> {
  const unused = new Set<Socket>()
  server.on('connection', socket => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', ({ socket }) => unused.delete(socket))
  return unused
}
