import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { documentNames, documents } from '../documents/documents.js'
import { type WireDocuments, wireDocuments } from './wire-documents.js'

interface Received {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON; a string is sent as it is. */
  readonly body?: unknown
}

/** A small server that implements the HTTP interface of the service. */
export interface WireService {
  readonly port: number
  readonly url: string
  /** All received requests, without those of the event stream. */
  readonly received: Received[]
  /** The `Last-Event-ID` of each event stream that was opened. */
  readonly streams: (string | undefined)[]
  /** Changes a document with its ETag, and sends the event. */
  change<N extends keyof WireDocuments>(name: N, document: WireDocuments[N]): void
  /** Changes a document without sending an event. */
  changeSilently<N extends keyof WireDocuments>(name: N, document: WireDocuments[N]): void
  /** Overrides the response of a path; undefined ends that. */
  reply(path: string, reply: Reply | ((received: Received) => Reply) | undefined): void
  /** Writes to every open stream. */
  write(text: string | Buffer): void
  endStreams(): void
  close(): Promise<void>
}

/** Documents of a snapshot, and the one beside it. */
const served = {
  ...documents,
  endedGrants: { path: '/agent-api/ended-grants', event: 'refresh-grants' },
}
const servedNames = [...documentNames, 'endedGrants'] as const

export const envSecret = '0123456789abcdef'.repeat(4)

export async function startWireService(): Promise<WireService> {
  let held: WireDocuments = wireDocuments
  let lastEvent = 0
  const received: Received[] = []
  const streams: (string | undefined)[] = []
  const open = new Set<ServerResponse>()
  const replies = new Map<string, Reply | ((received: Received) => Reply)>()

  const server = createServer(async (request, response) => {
    const body = await readBody(request)
    const path = (request.url ?? '').split('?', 1)[0]!
    const asked = { method: request.method ?? '', path, headers: request.headers, body }
    const isStream = path === '/agent-api/events'
    if (isStream) streams.push(request.headers['last-event-id'] as string | undefined)
    else received.push(asked)
    const reply = replies.get(path)
    if (reply) return send(response, typeof reply === 'function' ? reply(asked) : reply)
    if (request.headers['service-secret-key'] !== envSecret) {
      const message = 'The environment secret is unknown or no longer valid.'
      return send(response, { status: 401, body: { code: 'unauthorized', message } })
    }
    if (isStream) return openStream(response)
    const name = servedNames.find(each => served[each].path === path)
    if (name) return sendDocument(response, held[name], request.headers['if-none-match'])
    send(response, { status: 404, body: { code: 'not_found', message: `No ${path}` } })
  })

  const openStream = (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('event: heartbeat\ndata:\n\n')
    open.add(response)
    response.on('close', () => open.delete(response))
  }

  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const write = (text: string | Buffer) => {
    for (const stream of open) stream.write(text)
  }
  const changeSilently: WireService['changeSilently'] = (name, document) => {
    held = { ...held, [name]: document }
  }
  const endStreams = () => {
    for (const stream of open) stream.end()
  }
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    received,
    streams,
    changeSilently,
    change(name, document) {
      changeSilently(name, document)
      lastEvent += 1
      write(`id: ${lastEvent}\nevent: ${served[name].event}\ndata: {}\n\n`)
    },
    reply(path, reply) {
      if (reply) replies.set(path, reply)
      else replies.delete(path)
    },
    write,
    endStreams,
    async close() {
      endStreams()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

function sendDocument(response: ServerResponse, document: unknown, known: unknown): void {
  const body = JSON.stringify(document)
  const etag = `"${createHash('sha1').update(body).digest('hex')}"`
  send(response, known === etag ? { status: 304, headers: { etag } } : { headers: { etag }, body })
}

function send(response: ServerResponse, { status = 200, headers = {}, body }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
