import { once } from 'node:events'
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  type IncomingHttpHeaders,
} from 'node:http2'
import { connect as connectTls } from 'node:tls'
import { readEvents } from '@service/test-support'

/** Where a client reaches a proxy. */
export interface EdgeAddress {
  /** The certificate that it trusts. */
  readonly ca: string
  readonly port: number
  /** The host it asks for. */
  readonly host: string
  /** The IP address it has itself. Default: 127.0.0.1. */
  readonly localAddress?: string
}

interface EdgeResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

export interface EdgeRequest {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object | string | Buffer
}

/** A client that speaks HTTP/2 over TLS and trusts one certificate. */
export interface EdgeClient {
  send(method: string, path: string, request?: EdgeRequest): Promise<EdgeResponse>
  /** Opens an event stream; resolves with its headers. */
  openEvents(path: string, headers: Readonly<Record<string, string>>): Promise<EdgeEvents>
  close(): void
}

export interface EdgeEvents {
  readonly headers: IncomingHttpHeaders
  /** Resolves with the next event of a type. */
  until(type: RegExp): Promise<void>
}

/** Less than the time of a test, so that what did arrive is reported. */
const PATIENCE_MS = 100_000

export async function openEdge({ ca, port, host, localAddress }: EdgeAddress): Promise<EdgeClient> {
  const socket = connectTls({
    ...{ host: '127.0.0.1', port, servername: host, ca, ALPNProtocols: ['h2'] },
    ...(localAddress && { localAddress }),
  })
  await once(socket, 'secureConnect')
  if (socket.alpnProtocol !== 'h2') throw new Error(`The proxy speaks ${socket.alpnProtocol}.`)
  const session = connect(`https://${host}:${port}`, {
    createConnection: () => socket,
    // Bodies as large as the proxy accepts are sent at once.
    maxSessionMemory: 100,
  })
  // A request that fails says why.
  session.on('error', () => {})
  return {
    send: (method, path, request) => send(session, method, path, request),
    async openEvents(path, headers) {
      const stream = session.request({ ':path': path, accept: 'text/event-stream', ...headers })
      stream.on('error', () => {})
      const closed = once(stream, 'close').then(() => {
        throw new Error('The proxy closed the stream without a response.')
      })
      const response = once(stream, 'response') as Promise<[IncomingHttpHeaders]>
      const [answered] = await Promise.race([response, closed])
      const status = Number(answered[':status'])
      if (status !== 200) throw new Error(`The stream got ${status}.`)
      const events = readEvents(stream)
      return {
        headers: answered,
        async until(type) {
          const received: string[] = []
          const late = setTimeout(() => {
            stream.destroy(new Error(`No ${type} after ${PATIENCE_MS} ms, but: ${received}`))
          }, PATIENCE_MS)
          try {
            for (;;) {
              const { value, done } = await events.next()
              if (done) throw new Error('The stream ended.')
              received.push(value.event ?? '')
              if (type.test(value.event ?? '')) return
            }
          } finally {
            clearTimeout(late)
          }
        },
      }
    },
    close: () => session.destroy(),
  }
}

async function send(
  session: ClientHttp2Session,
  method: string,
  path: string,
  { headers = {}, body }: EdgeRequest = {},
): Promise<EdgeResponse> {
  const isJson = typeof body === 'object' && !Buffer.isBuffer(body)
  const content = isJson ? JSON.stringify(body) : (body ?? '')
  const target = { ':method': method, ':path': path }
  const described = {
    ...(isJson && { 'content-type': 'application/json' }),
    ...(body !== undefined && { 'content-length': Buffer.byteLength(content) }),
  }
  const stream = session.request(
    { ...target, ...described, ...headers },
    { endStream: body === undefined },
  )
  if (body !== undefined) stream.end(content)
  return readResponse(stream)
}

function readResponse(stream: ClientHttp2Stream): Promise<EdgeResponse> {
  return new Promise((resolve, reject) => {
    let headers: IncomingHttpHeaders | undefined
    const chunks: Buffer[] = []
    const end = () => {
      if (!headers) return
      const status = Number(headers[':status'])
      resolve({ status, headers, text: Buffer.concat(chunks).toString() })
    }
    stream.on('response', received => {
      headers = received
    })
    stream.on('data', chunk => chunks.push(chunk))
    stream.on('end', end)
    // A proxy that refuses a body answers, and stops reading it.
    stream.on('error', error => (headers ? end() : reject(error)))
    stream.on('close', () => reject(new Error('The proxy closed the stream without a response.')))
  })
}
