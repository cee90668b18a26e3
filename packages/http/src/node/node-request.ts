import type { IncomingMessage, ServerResponse } from 'node:http'
import { BodyAlreadyReadError, BodyTooLargeError, RequestAbortedError } from '../errors.js'
import type { HttpRequest } from '../message.js'

/** A Node request with the members that host frameworks add. */
export interface NodeIncoming extends IncomingMessage {
  /** Express and Connect: the URL before the sub-path was removed. */
  originalUrl?: string
  body?: unknown
  rawBody?: unknown
}

/** Details that the host knows better than the Node request. */
export interface NodeRequestInfo {
  readonly url: string
  /** The body parsed by the host, if it is not on the Node request. */
  readonly body?: unknown
}

/** Adapts a Node request lazily: what a handler does not read costs nothing. */
export class NodeRequest implements HttpRequest {
  readonly method: string
  readonly url: string
  readonly #incoming: NodeIncoming
  readonly #outgoing: ServerResponse
  readonly #body: unknown
  #signal: AbortSignal | undefined

  constructor(incoming: NodeIncoming, outgoing: ServerResponse, facts: NodeRequestInfo) {
    this.method = incoming.method ?? 'GET'
    this.url = facts.url
    this.#incoming = incoming
    this.#outgoing = outgoing
    this.#body = facts.body
  }

  header(name: string): string | undefined {
    const value = this.#incoming.headers[name.toLowerCase()]
    return Array.isArray(value) ? value.join(', ') : value
  }

  get remoteAddress(): string | undefined {
    return this.#incoming.socket.remoteAddress
  }

  get parsedBody(): unknown {
    const body = this.#hostBody
    return isRaw(body) ? undefined : body
  }

  get signal(): AbortSignal {
    this.#signal ??= createAbortSignal(this.#outgoing)
    return this.#signal
  }

  async bytes(limit: number): Promise<Uint8Array> {
    const raw = this.#rawBody
    if (raw === undefined) return readBytes(this.#incoming, limit)
    const bytes = typeof raw === 'string' ? Buffer.from(raw) : raw
    if (bytes.byteLength > limit) throw new BodyTooLargeError(limit)
    return bytes
  }

  // Body parsers of Express 4 leave `{}` on requests they did not read: the body counts as parsed
  // only once the stream has been read.
  get #hostBody(): unknown {
    const incoming = this.#incoming
    if (!incoming.readableDidRead || incoming.headers['content-length'] === '0') return undefined
    return this.#body ?? incoming.body
  }

  get #rawBody(): string | Uint8Array | undefined {
    if (!this.#incoming.readableDidRead) return undefined
    return [this.#incoming.rawBody, this.#hostBody].find(isRaw)
  }
}

function isRaw(body: unknown): body is string | Uint8Array {
  return typeof body === 'string' || body instanceof Uint8Array
}

function createAbortSignal(outgoing: ServerResponse): AbortSignal {
  const controller = new AbortController()
  const abortUnlessComplete = () => {
    if (!outgoing.writableFinished) controller.abort()
  }
  if (outgoing.destroyed) abortUnlessComplete()
  else outgoing.once('close', abortUnlessComplete)
  return controller.signal
}

async function readBytes(incoming: IncomingMessage, limit: number): Promise<Uint8Array> {
  if (incoming.readableEnded) {
    if (hasBody(incoming)) throw new BodyAlreadyReadError()
    return new Uint8Array()
  }
  if (incoming.destroyed) throw new RequestAbortedError()
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const fail = (error: Error) => {
      stop()
      // Node discards the rest of the body, so that the client can read the response.
      incoming.resume()
      reject(error)
    }
    const onData = (chunk: Buffer) => {
      size += chunk.byteLength
      if (size > limit) fail(new BodyTooLargeError(limit))
      else chunks.push(chunk)
    }
    const onEnd = () => {
      stop()
      resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size))
    }
    const onClose = () => fail(new RequestAbortedError())
    const stop = () => {
      incoming.off('data', onData).off('end', onEnd).off('error', onClose).off('close', onClose)
    }
    if (Number(incoming.headers['content-length']) > limit) fail(new BodyTooLargeError(limit))
    else incoming.on('data', onData).on('end', onEnd).on('error', onClose).on('close', onClose)
  })
}

function hasBody(incoming: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = incoming.headers
  return encoding !== undefined || (length !== undefined && length !== '0')
}
