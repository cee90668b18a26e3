import type { PoolClient } from 'pg'

/** What a client of `pg` knows of its connection, and the public type leaves out. */
interface ClientDetails {
  readonly processID: number
  readonly secretKey: number
  readonly host: string
  readonly port: number
  readonly ssl: boolean | object
  readonly connection: { readonly constructor: new (config: object) => Wire }
}

interface Wire {
  on(event: string, listener: () => void): void
  connect(port: number | string, host?: string): void
  requestSsl(): void
  cancel(processID: number, secretKey: number): void
}

/**
 * Asks the server to stop the statement a client is running, over a connection of its own, and
 * resolves when the server has closed it. The statement then fails, which gives the client back;
 * when the request is lost, the statement timeout does.
 */
export function cancelStatement(client: PoolClient): Promise<void> {
  const { processID, secretKey, host, port, ssl, connection } = client as unknown as ClientDetails
  return new Promise(resolve => {
    const wire = new connection.constructor({ ssl })
    const send = () => wire.cancel(processID, secretKey)
    wire.on('connect', () => (ssl ? wire.requestSsl() : send()))
    wire.on('sslconnect', send)
    wire.on('error', resolve)
    wire.on('end', resolve)
    if (host.startsWith('/')) wire.connect(`${host}/.s.PGSQL.${port}`)
    else wire.connect(port, host)
  })
}
