import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MountedHost } from './describe-mount.js'

/** Listens on a free port of the loopback interface. */
export async function listen(listener: RequestListener): Promise<MountedHost> {
  const server = createServer(listener)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return toHost(server)
}

export function toHost(server: Server): MountedHost {
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.closeAllConnections()
      return new Promise(resolve => server.close(resolve))
    },
  }
}
