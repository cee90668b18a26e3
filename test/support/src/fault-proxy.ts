import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy on loopback that can refuse, cut and hold back connections. */
export interface FaultProxy {
  readonly port: number
  /** Cuts every connection that is open now. */
  cut(): void
  /** While true, new connections are closed at once. */
  refuse(on: boolean): void
  /** While true, bytes in both directions wait. */
  hold(on: boolean): void
  close(): Promise<void>
}

export async function startFaultProxy(targetPort: number): Promise<FaultProxy> {
  const sockets = new Set<Socket>()
  let refused = false
  let held = false
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    if (held) socket.pause()
  }
  const server = createServer(client => {
    if (refused) return void client.destroy()
    const upstream = connect(targetPort, '127.0.0.1')
    client.pipe(upstream)
    upstream.pipe(client)
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
    track(client)
    track(upstream)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    refuse(on) {
      refused = on
    },
    hold(on) {
      held = on
      for (const socket of sockets) on ? socket.pause() : socket.resume()
    },
    async close() {
      cut()
      await new Promise(done => server.close(done))
    },
  }
}
