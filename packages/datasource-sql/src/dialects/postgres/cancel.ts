import type { PoolClient } from 'pg'
import { readDetails } from './wire.js'

/** A server that runs takes the request at once; a network may swallow it. */
const DELIVERED_WITHIN_MS = 5_000

/**
 * Asks the server to stop the statement a client is running, over a connection of its own, and
 * resolves when the server has closed it. The statement then fails, which gives the client back.
 * Resolves with false when it is not known whether the request was delivered: it may still arrive
 * and stop another statement, so the connection of the client is closed.
 */
export function cancelStatement(
  client: PoolClient,
  withinMs: number = DELIVERED_WITHIN_MS,
): Promise<boolean> {
  const { processID, secretKey, host, port, ssl, connection } = readDetails(client)
  return new Promise(resolve => {
    const wire = new connection.constructor({ ssl })
    const end = (isDelivered: boolean) => {
      clearTimeout(timer)
      wire.stream.destroy()
      if (!isDelivered) connection.stream.destroy()
      resolve(isDelivered)
    }
    const timer = setTimeout(end, withinMs, false)
    let isSent = false
    const send = () => {
      wire.cancel(processID, secretKey)
      isSent = true
    }
    wire.on('connect', () => (ssl ? wire.requestSsl() : send()))
    wire.on('sslconnect', send)
    // Sent before the server closed the connection, it was read.
    wire.on('error', () => end(isSent))
    wire.on('end', () => end(true))
    if (host.startsWith('/')) wire.connect(`${host}/.s.PGSQL.${port}`)
    else wire.connect(port, host)
  })
}
