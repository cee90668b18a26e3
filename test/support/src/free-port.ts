import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'

/** A port nobody listens on now. Another process may take it first: retry what you start on it. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await new Promise(done => server.close(done))
  return port
}
