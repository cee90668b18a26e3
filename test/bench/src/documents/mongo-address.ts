/** The database of the benchmark on any server. */
export const DATABASE = 'service_bench'

const parts = /^(mongodb:\/\/(?:[^@/]*@)?)([^/?]+)(?:\/[^?]*)?(\?.*)?$/

/** The same server, and a database there. */
export function withDatabase(url: string, database: string): string {
  const [, scheme, host, options = ''] = splitAddress(url)
  return `${scheme}${host}/${database}${options}`
}

/** The same database, reached through a port of this machine. */
export function throughPort(url: string, port: number): string {
  const [, scheme] = splitAddress(url)
  return `${scheme}127.0.0.1:${port}/${DATABASE}?directConnection=true`
}

/** Where the server listens: a port, or a socket of this machine. */
export function parseEndpoint(url: string): { host: string; port: number } | { path: string } {
  const host = splitAddress(url)[2] ?? ''
  if (host.startsWith('%2F')) return { path: decodeURIComponent(host) }
  const [name = '', port = '27017'] = host.split(':')
  return { host: name, port: Number(port) }
}

function splitAddress(url: string): readonly string[] {
  const found = parts.exec(url)
  if (found) return found
  throw new Error('The benchmark wants a MongoDB address of one server: mongodb://host:port/.')
}
