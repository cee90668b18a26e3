import type { ServerResponse } from 'node:http'
import type { HttpResponse } from '../message.js'
import { withoutSniffing } from '../no-sniffing.js'

/** Writes a response to the socket. Returns a promise only when the body is streamed. */
export function sendResponse(
  outgoing: ServerResponse,
  response: HttpResponse,
  isHead: boolean,
): Promise<void> | undefined {
  const { body } = response
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) {
    sendWhole(outgoing, response, body, isHead)
    return undefined
  }
  return isHead ? skipStream(outgoing, response, body) : sendStream(outgoing, response, body)
}

function sendWhole(
  outgoing: ServerResponse,
  { status, headers }: HttpResponse,
  body: string | Uint8Array | undefined,
  isHead: boolean,
): void {
  if (status === 204 || status === 304) {
    outgoing.writeHead(status, withoutSniffing(headers)).end()
    return
  }
  const length = body === undefined ? 0 : Buffer.byteLength(body)
  // Spread last: V8 copies into a literal that begins with its own keys twice as fast.
  outgoing.writeHead(status, {
    'content-length': length,
    'x-content-type-options': 'nosniff',
    ...headers,
  })
  outgoing.end(isHead ? undefined : body)
}

async function skipStream(
  outgoing: ServerResponse,
  { status, headers }: HttpResponse,
  body: AsyncIterable<unknown>,
): Promise<void> {
  outgoing.writeHead(status, withoutSniffing(headers)).end()
  await body[Symbol.asyncIterator]().return?.()
}

async function sendStream(
  outgoing: ServerResponse,
  { status, headers }: HttpResponse,
  body: AsyncIterable<string | Uint8Array>,
): Promise<void> {
  // One pair of listeners for the whole stream, because middleware that wraps the response
  // (compression) cannot remove them.
  let wake = () => {}
  const onWritable = () => wake()
  outgoing.on('drain', onWritable).on('close', onWritable)

  outgoing.writeHead(status, withoutSniffing(headers))
  for await (const chunk of body) {
    if (outgoing.destroyed) return
    if (!outgoing.write(chunk)) {
      await new Promise<void>(resolve => {
        wake = resolve
      })
    }
    if (outgoing.destroyed) return
  }
  outgoing.end()
}
