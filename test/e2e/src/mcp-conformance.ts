import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A way to an MCP server for programs that know nothing of OAuth: requests go on as they are, with a
 * token. Where they are addressed to the way itself, they are addressed to the server.
 */
export async function startTokenForwarder(mcpUrl: string, token: string) {
  const target = new URL(mcpUrl)
  const server = createServer((incoming, outgoing) => {
    const own = (incoming.socket.address() as AddressInfo).port
    const readdressed = (text?: string) =>
      text?.replace(
        new RegExp(`^((?:http://)?)(?:127\\.0\\.0\\.1|localhost):${own}$`),
        `$1${target.host}`,
      )
    const { host, origin, ...headers } = incoming.headers
    const sent = send(
      { host: target.hostname, port: target.port, path: incoming.url, method: incoming.method },
      response => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers)
        response.pipe(outgoing)
      },
    )
    for (const [name, value] of Object.entries(headers)) if (value) sent.setHeader(name, value)
    sent.setHeader('host', readdressed(host) ?? target.host)
    if (origin !== undefined) sent.setHeader('origin', readdressed(origin) ?? origin)
    sent.setHeader('authorization', `Bearer ${token}`)
    sent.on('error', () => outgoing.destroy())
    outgoing.on('close', () => sent.destroy())
    incoming.pipe(sent)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    close() {
      server.closeAllConnections()
      return new Promise(resolve => server.close(resolve))
    },
  }
}
