import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Leads to a database server until it is switched off. */
export interface Switch {
  /** The address of the database through the switch. */
  readonly url: string
  off(): void
  on(): void
  close(): Promise<void>
}

/** For `postgres://` and `mongodb://` addresses of one host, or of the socket of a file. */
export async function startSwitch(url: string): Promise<Switch> {
  const [, before = '', host = '', after = ''] =
    /^(\w+:\/\/(?:[^@/]*@)?)([^/?]+)(.*)$/.exec(url) ?? []
  const endpoint = decodeURIComponent(host)
  const [name, port] = endpoint.split(':')
  const target = endpoint.startsWith('/') ? { path: endpoint } : { host: name, port: Number(port) }
  const sockets = new Set<Socket>()
  let isOff = false
  const server = createServer(client => {
    if (isOff) return void client.destroy()
    const upstream = connect(target)
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `${before}127.0.0.1:${(server.address() as AddressInfo).port}${after}`,
    off() {
      isOff = true
      cut()
    },
    on() {
      isOff = false
    },
    async close() {
      cut()
      await new Promise(done => server.close(done))
    },
  }
}
