import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A service that knows one user and allows everything: enough for an agent to start. */
export interface DocumentServer {
  readonly url: string
  /** Paths of the requests so far. */
  readonly received: string[]
  /** Stops responding, also on open connections. */
  stop(): Promise<void>
  /** Responds again, at the same URL. */
  restart(): Promise<void>
}

const documents: Readonly<Record<string, unknown>> = {
  '/agent-api/permissions/environment': true,
  '/agent-api/permissions/users': [
    {
      id: 7,
      email: 'ada@example.com',
      firstName: 'Ada',
      lastName: 'Byron',
      fullName: 'Ada Byron',
      permissionLevel: 'user',
      roleId: 1,
      role: 'Operator',
      tags: {},
      renderingIds: [1],
    },
  ],
  '/agent-api/permissions/renderings': {
    1: { team: { id: 1, name: 'Operations' }, collections: {}, stats: [] },
  },
  '/agent-api/ip-rules': { data: { attributes: { use_ip_whitelist: false, rules: [] } } },
  '/agent-api/schema/hash-check': { sendSchema: true },
  '/agent-api/schema': {},
}

export async function startDocuments(): Promise<DocumentServer> {
  const received: string[] = []
  let port = 0
  let server: Server | undefined

  const listen = async () => {
    server = createServer((request, response) => {
      const path = request.url ?? ''
      received.push(path)
      if (path !== '/agent-api/events') return void response.end(JSON.stringify(documents[path]))
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('event: heartbeat\ndata:\n\n')
    })
    await new Promise<void>(resolve => server?.listen(port, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  }

  await listen()
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    restart: listen,
    async stop() {
      const closing = server
      server = undefined
      closing?.closeAllConnections()
      await new Promise(resolve => (closing ? closing.close(resolve) : resolve(undefined)))
    },
  }
}
