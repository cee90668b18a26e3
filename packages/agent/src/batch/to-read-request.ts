import type { HttpRequest } from '@service/http'
import type { BatchRequest } from '@service/protocol'
import { readHeaders } from './parse-batch.js'

/** What the reads of a batch have in common. */
export interface BatchContext {
  /** The request that contains the batch: session, client and origin of its reads are the same. */
  readonly outer: HttpRequest
  readonly prefix: string
  readonly timezone?: string
  /** Aborts when the client has disconnected. */
  readonly signal: AbortSignal
}

/** Headers that describe the outer body and response, not the reads in it. */
const outerOnly = new Set(['content-length', 'content-encoding', 'accept', 'accept-encoding'])

/** A read of a batch, as the route would receive it alone. */
export function toReadRequest(
  { method, path, query = {}, headers = {}, body }: BatchRequest,
  { outer, prefix, timezone, signal }: BatchContext,
): HttpRequest {
  const parameters = new URLSearchParams(query)
  if (timezone !== undefined && !parameters.has('timezone')) parameters.set('timezone', timezone)
  const text = parameters.toString()
  return {
    method,
    url: `${prefix}${path}${text === '' ? '' : `?${text}`}`,
    header(name) {
      const lowered = name.toLowerCase()
      if (lowered === 'content-type') return 'application/json'
      if (outerOnly.has(lowered)) return undefined
      return readHeaders.includes(lowered) ? headers[lowered] : outer.header(name)
    },
    bytes: async () => new Uint8Array(),
    parsedBody: body,
    signal,
    remoteAddress: outer.remoteAddress,
    isInternal: outer.isInternal,
  }
}
