import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

/** What is heard of one connection. */
export interface TapListener {
  fromClient?(bytes: Buffer): void
  fromServer?(bytes: Buffer): void
}

export interface Tap {
  readonly port: number
  stop(): Promise<void>
}

/** Passes connections on to a database and hears what is said: what a target really asks for and gets. */
export async function startTap(database: NetConnectOpts, listen: () => TapListener): Promise<Tap> {
  const sockets = new Set<Socket>()
  const server = createServer(client => {
    const upstream = connect(database)
    const listener = listen()
    client.on('data', bytes => listener.fromClient?.(bytes as Buffer))
    upstream.on('data', bytes => listener.fromServer?.(bytes as Buffer))
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.pipe(other)
      socket.on('error', () => other.destroy())
      socket.on('close', () => sockets.delete(socket))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Cuts a stream into messages; `lengthOf` reads the length of the first, undefined while it cannot. */
export function inMessages(
  readLength: (bytes: Buffer) => number | undefined,
  onMessage: (message: Buffer) => void,
): (bytes: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  return bytes => {
    rest = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes
    for (;;) {
      const length = readLength(rest)
      if (length === undefined || rest.length < length) return
      onMessage(rest.subarray(0, length))
      rest = rest.subarray(length)
    }
  }
}
