import type { HttpBody, HttpHandler, HttpHeaders, HttpResponse } from '../message.js'
import { chooseEncoding, type Encoding } from './choose-encoding.js'
import { compressStream } from './compress-stream.js'
import { compressBody } from './compressors.js'

/** Smaller bodies fit into few packets: compressing them saves no time. */
const minBytes = 4096

const compressibleType =
  /^(?:application\/(?:json|x-ndjson|[\w.-]{1,60}\+json)|text\/csv) *(?:;|$)/i

/**
 * Wraps a handler so that JSON, NDJSON and CSV above 4 kB are sent with brotli or gzip to clients that
 * accept it, streams included. Clients without `Accept-Encoding` get the response unchanged.
 *
 * @example
 * const handler = compress(async () => jsonResponse(200, { rows: [] }))
 */
export function compress(handler: HttpHandler): HttpHandler {
  return request => {
    const accepted = request.header('accept-encoding')
    const handled = handler(request)
    if (accepted === undefined || request.method === 'HEAD') return handled
    return handled.then(response => compressResponse(response, accepted))
  }
}

function compressResponse(
  response: HttpResponse,
  accepted: string,
): HttpResponse | Promise<HttpResponse> {
  const { status, headers, body } = response
  if (body === undefined || !mayCompress(status, headers)) return response
  const isWhole = typeof body === 'string' || body instanceof Uint8Array
  const byteLength = isWhole ? Buffer.byteLength(body) : undefined
  if (byteLength !== undefined && byteLength < minBytes) return response
  const vary = addVary(headers.vary)
  const encoding = chooseEncoding(accepted)
  if (encoding === undefined) return { status, headers: { ...headers, vary }, body }
  const encoded = (content: HttpBody): HttpResponse => ({
    status,
    headers: encodedHeaders(headers, encoding, vary),
    body: content,
  })
  if (!isWhole) return encoded(compressStream(body, encoding))
  const content = compressBody(body, byteLength!, encoding)
  return content instanceof Promise ? content.then(encoded) : encoded(content)
}

function mayCompress(status: number, headers: HttpHeaders): boolean {
  return (
    status !== 204 &&
    status !== 206 &&
    status !== 304 &&
    headers['content-encoding'] === undefined &&
    compressibleType.test(headers['content-type'] ?? '') &&
    !headers['cache-control']?.includes('no-transform')
  )
}

function encodedHeaders(headers: HttpHeaders, encoding: Encoding, vary: string): HttpHeaders {
  const { 'content-length': _, etag, ...others } = headers
  return {
    ...others,
    ...(etag !== undefined && { etag: weaken(etag) }),
    'content-encoding': encoding,
    vary,
  }
}

function addVary(vary: string | undefined): string {
  return vary === undefined ? 'accept-encoding' : `${vary}, accept-encoding`
}

// A strong entity tag would promise the same bytes with and without compression.
function weaken(etag: string): string {
  return etag.startsWith('W/') ? etag : `W/${etag}`
}
