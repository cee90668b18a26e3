import type { PoolClient } from 'pg'
import { readDetails } from './wire.js'

/** A running server accepts the request immediately, but a network can drop it. */
const DELIVERED_WITHIN_MS = 5_000

/**
 * Requests over a separate connection that the server cancel the statement a client runs, and
 * resolves when the server has closed that connection. The statement then fails, which releases the
 * client. Resolves with false when the request may not have been delivered: it could still arrive
 * and cancel another statement, so the client's connection is closed.
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
    // The server closed the connection after the request was sent, so it has read the request.
    wire.on('error', () => end(isSent))
    wire.on('end', () => end(true))
    if (host.startsWith('/')) wire.connect(`${host}/.s.PGSQL.${port}`)
    else wire.connect(port, host)
  })
}
