import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'

/** A TCP proxy on loopback that can refuse, cut, truncate and hold back connections. */
export interface FaultProxy {
  readonly port: number
  /** Cuts every connection that is open now. */
  cut(): void
  /** While true, new connections are closed at once. */
  refuse(on: boolean): void
  /** While true, bytes in both directions wait. */
  hold(on: boolean): void
  /** New connections end after so many bytes of answers; undefined lets all through. */
  truncate(bytes: number | undefined): void
  close(): Promise<void>
}

export async function startFaultProxy(targetPort: number): Promise<FaultProxy> {
  const sockets = new Set<Socket>()
  let refused = false
  let held = false
  let limit: number | undefined
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
    if (limit === undefined) upstream.pipe(client)
    else upstream.pipe(passOnly(limit, () => upstream.destroy())).pipe(client)
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
    truncate(bytes) {
      limit = bytes
    },
    async close() {
      cut()
      await new Promise(done => server.close(done))
    },
  }
}

function passOnly(limit: number, onEnd: () => void): Transform {
  let left = limit
  return new Transform({
    transform(chunk: Buffer, _, done) {
      const part = chunk.subarray(0, left)
      left -= part.length
      done(null, part)
      if (left > 0) return
      this.push(null)
      onEnd()
    },
  })
}
