import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { readBytes } from '../read-bytes.js'
import { CallFailure, type FailureKind } from './call-failure.js'
import { createConnections } from './connections.js'
import { createDeadline, type Deadline } from './deadline.js'
import { systemTimer, type Timer } from './timer.js'

export interface HttpClientOptions {
  /** How errors call the server: `the service`. */
  readonly name: string
  /** Tests pass their own. */
  readonly timer?: Timer
}

/** A request to another server. */
export interface OutgoingRequest {
  readonly method: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Ends the request, and the reading of its response. */
  readonly signal?: AbortSignal
}

/** A request whose response is read as a whole. */
export interface OutgoingCall extends OutgoingRequest {
  /** Milliseconds for all of it. */
  readonly timeoutMs: number
  /** Bytes of the response that are read at most. */
  readonly maxBytes: number
}

/** A request whose response is read as it comes. */
export interface OutgoingStream extends OutgoingRequest {
  /** Milliseconds that the server may be silent while it is waited for. Default: for ever. */
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
  /** The next piece is read when this one is taken. Leaving early keeps the rest: `close` or `drain` it. */
  readonly body: AsyncIterable<Uint8Array>
  /** Cuts the connection, unless the response has been read to its end. */
  close(): void
  /** Reads what is left for at most this time, so that the connection can serve again. */
  drain(maxWaitMs: number): Promise<void>
}

/** Calls other servers. Redirects are not followed: they would take secrets elsewhere. */
export interface HttpClient {
  /** Resolves with any status; rejects with a `CallFailure`. */
  call(call: OutgoingCall): Promise<WholeResponse>
  /** As `call`; resolves when the head of the response is there. */
  open(request: OutgoingStream): Promise<StreamedResponse>
  /** Ends the requests under way. The client can be used again. */
  close(): void
}

/**
 * Creates a client that keeps its connections for the next request. Idle ones are closed by
 * themselves, and do not keep the process alive.
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
            // What is left is of no use to anybody.
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

/** The time runs only while the server is waited for: a slow reader is no slow server. */
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
