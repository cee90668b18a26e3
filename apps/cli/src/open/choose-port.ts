import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { OpenError } from './errors.js'

/** The wanted port when it is free, else another free one, unless it was asked for by name. */
export async function choosePort(wanted: number, isRequired: boolean): Promise<number> {
  const port = await tryPort(wanted)
  if (port !== undefined) return port
  if (isRequired) {
    throw new OpenError(`Port ${wanted} is in use. Give another one with --port, or none.`)
  }
  return (await tryPort(0)) ?? wanted
}

async function tryPort(port: number): Promise<number | undefined> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE' || code === 'EACCES') return undefined
    throw error
  }
  const { port: found } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return found
}
