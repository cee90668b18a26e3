import { type AddressInfo, createServer } from 'node:net'

/**
 * The port to listen on: a free one for 0, and otherwise the one given, which must be free now.
 * `name` is the setting that changes it.
 */
export async function claimPort(name: string, port: number): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new PortInUse(name, port) : error),
    )
    server.listen(port, '127.0.0.1', resolve)
  })
  const claimed = (server.address() as AddressInfo).port
  await new Promise(done => server.close(done))
  return claimed
}

class PortInUse extends Error {
  constructor(name: string, port: number) {
    super(`Port ${port} is in use. Stop the program that uses it, or set ${name} to another port.`)
  }
}
