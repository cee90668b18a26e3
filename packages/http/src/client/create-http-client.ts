import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { readBytes } from '../read-bytes.js'
import { CallFailure, type FailureKind } from './call-failure.js'
import { createConnections } from './connections.js'
import { createDeadline, type Deadline } from './deadline.js'
import { systemTimer, type Timer } from './timer.js'

export interface HttpClientOptions {
  /** Name of the server in error messages, such as `the service`. */
  readonly name: string
  /** Replaced in tests. */
  readonly timer?: Timer
}

/** A request to another server. */
export interface OutgoingRequest {
  readonly method: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Aborts the request and the reading of its response. */
  readonly signal?: AbortSignal
}

/** A request whose response is read completely. */
export interface OutgoingCall extends OutgoingRequest {
  /** Milliseconds for the whole request. */
  readonly timeoutMs: number
  /** Maximum size of the response in bytes. */
  readonly maxBytes: number
}

/** A request whose response is read as a stream. */
export interface OutgoingStream extends OutgoingRequest {
  /** Milliseconds without data from the server after which the request fails. Default: no limit. */
  readonly silenceMs?: number
}

export interface WholeResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

export interface StreamedResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /**
   * The next chunk is read when this one has been consumed. After leaving the loop early, call
   * `close` or `drain`.
   */
  readonly body: AsyncIterable<Uint8Array>
  /** Closes the connection unless the response has been read completely. */
  close(): void
  /** Reads the rest of the response for at most this time, so that the connection can be reused. */
  drain(maxWaitMs: number): Promise<void>
}

/**
 * Sends requests to other servers. Redirects are not followed, because secrets would be sent to
 * another server.
 */
export interface HttpClient {
  /** Resolves with any status; rejects with a `CallFailure`. */
  call(call: OutgoingCall): Promise<WholeResponse>
  /** Like `call`, but resolves when the head of the response has arrived. */
  open(request: OutgoingStream): Promise<StreamedResponse>
  /** Aborts the requests in progress. The client can be used again. */
  close(): void
}

/**
 * Creates a client that reuses its connections. Idle connections are closed after a while and do
 * not keep the process alive.
 *
 * @example
 * const client = createHttpClient({ name: 'the shop' })
 * const { status, text } = await client.call({
 *   method: 'GET',
 *   url: 'https://shop.example.com/orders',
 *   timeoutMs: 10_000,
 *   maxBytes: 1024 * 1024,
 * })
 */
export function createHttpClient({ name, timer = systemTimer }: HttpClientOptions): HttpClient {
  const connections = createConnections()
  const underWay = new Set<Deadline>()

  const begin = (signal: AbortSignal | undefined, timeoutMs: number | undefined): Deadline => {
    const deadline = createDeadline({ signal, timeoutMs, timer })
    underWay.add(deadline)
    return deadline
  }
  const end = (deadline: Deadline) => {
    underWay.delete(deadline)
    deadline.end()
  }
  const send = (request: OutgoingRequest, url: URL, { signal }: Deadline) => {
    const { method, body } = request
    const headers = { 'user-agent': 'service', ...request.headers }
    return connections.send(url, { method, headers, body, signal })
  }

  return {
    async call(call) {
      const { timeoutMs, maxBytes } = call
      const url = new URL(call.url)
      const deadline = begin(call.signal, timeoutMs)
      const fail = (kind: FailureKind, cause?: unknown) =>
        new CallFailure(kind, { name, url, timeoutMs, maxBytes, cause })
      try {
        const message = await send(call, url, deadline)
        const bytes = await readBytes(message as AsyncIterable<Uint8Array>, maxBytes)
        if (bytes === undefined) throw fail('tooLarge')
        const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
        return { status: message.statusCode ?? 0, headers: message.headers, text }
      } catch (error) {
        throw error instanceof CallFailure ? error : fail(findKind(deadline), error)
      } finally {
        end(deadline)
      }
    },

    async open(request) {
      const { silenceMs } = request
      const url = new URL(request.url)
      const deadline = begin(request.signal, silenceMs)
      const close = () => {
        end(deadline)
        deadline.abort()
      }
      const fail = (error: unknown) => {
        const kind = findKind(deadline)
        close()
        return new CallFailure(kind, { name, url, timeoutMs: silenceMs, cause: error })
      }
      const message = await send(request, url, deadline).catch(error => {
        throw fail(error)
      })
      deadline.restart(undefined)
      const chunks = iterate(message)
      return {
        status: message.statusCode ?? 0,
        headers: message.headers,
        body: readPieces(chunks, { deadline, silenceMs, onEnd: () => end(deadline), fail }),
        close,
        async drain(maxWaitMs) {
          const cancel = timer(close, maxWaitMs)
          try {
            while (!(await chunks.next()).done);
          } catch {
            // The rest of the response is not needed.
          } finally {
            cancel()
            close()
          }
        },
      }
    },

    close() {
      for (const deadline of underWay) deadline.abort()
      connections.close()
    },
  }
}

function findKind({ isOver, signal }: Deadline): FailureKind {
  if (isOver) return 'timeout'
  return signal.aborted ? 'aborted' : 'unreachable'
}

interface PieceSettings {
  readonly deadline: Deadline
  readonly silenceMs: number | undefined
  onEnd(): void
  fail(error: unknown): CallFailure
}

/** The timeout runs only while waiting for the server, so a slow reader does not cause it. */
async function* readPieces(
  chunks: AsyncIterator<Uint8Array>,
  { deadline, silenceMs, onEnd, fail }: PieceSettings,
): AsyncGenerator<Uint8Array> {
  while (true) {
    deadline.restart(silenceMs)
    const next = await chunks.next().catch(error => {
      throw fail(error)
    })
    deadline.restart(undefined)
    if (next.done) return onEnd()
    yield next.value
  }
}

const iterate = (message: IncomingMessage) =>
  message.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>
