import { BodyAlreadyReadError, BodyTooLargeError } from '../errors.js'
import type { HttpRequest } from '../message.js'
import { readRequestBytes } from '../read-bytes.js'

/** What the host knows in addition to the `Request`. */
export interface FetchHost {
  readonly remoteAddress?: string
  /**
   * True for requests that this process makes itself, for a client whose IP address was already
   * checked.
   */
  readonly isInternal?: boolean
  /** The body, when the host already parsed it. */
  readonly parsedBody?: unknown
  /** Passed by Next.js to every route handler; not used. */
  readonly params?: unknown
}

/** Adapts a `Request` for handlers. `left` aborts when the host drops the response. */
export function fromFetchRequest(
  request: Request,
  left: AbortSignal,
  host: FetchHost | undefined,
): HttpRequest {
  let signal: AbortSignal | undefined
  return {
    method: request.method,
    url: pathAndQuery(request.url),
    header: name => request.headers.get(name) ?? undefined,
    bytes: limit => readBody(request, limit),
    parsedBody: host?.parsedBody,
    remoteAddress: host?.remoteAddress,
    isInternal: host?.isInternal,
    get signal() {
      signal ??= AbortSignal.any([request.signal, left])
      return signal
    },
  }
}

function pathAndQuery(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3)
  const end = url.indexOf('#')
  return start === -1 ? '/' : url.slice(start, end === -1 ? undefined : end)
}

async function readBody(request: Request, limit: number): Promise<Uint8Array> {
  if (request.bodyUsed) throw new BodyAlreadyReadError()
  const bytes = await readRequestBytes(request, limit)
  if (bytes === undefined) throw new BodyTooLargeError(limit)
  return bytes
}
