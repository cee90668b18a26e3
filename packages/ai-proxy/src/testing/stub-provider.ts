import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that the provider received. */
interface Received {
  readonly path: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: Record<string, unknown>
}

export type Reply = (response: ServerResponse) => unknown

export interface StubProvider {
  readonly url: string
  readonly received: readonly Received[]
  /** Sets the response to the next requests. */
  reply(reply: Reply): void
  close(): Promise<void>
}

/** Starts a server that acts as OpenAI or Anthropic. */
export async function startStubProvider(): Promise<StubProvider> {
  const received: Received[] = []
  let current: Reply = response => response.writeHead(500).end()
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const piece of request) text += piece
    received.push({ path: request.url, headers: request.headers, body: JSON.parse(text) })
    current(response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    reply(reply) {
      current = reply
    },
    close() {
      server.closeAllConnections()
      return new Promise(resolve => server.close(() => resolve()))
    },
  }
}

export function json(
  body: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return response =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body))
}

export function eventStream(text: string): Reply {
  return response => beginStream(response).end(text)
}

export function beginStream(response: ServerResponse): ServerResponse {
  return response.writeHead(200, { 'content-type': 'text/event-stream' })
}
