/** A request as handlers see it, whatever server received it. */
export interface HttpRequest {
  readonly method: string
  /** Path and query as sent, including the prefix the agent is mounted under. */
  readonly url: string
  header(name: string): string | undefined
  /** The body as sent. Rejects with `BodyTooLargeError` beyond `limit` bytes. */
  bytes(limit: number): Promise<Uint8Array>
  /** Set when the host already parsed the body. */
  readonly parsedBody?: unknown
  /** Aborted when the client leaves before the response is complete. */
  readonly signal: AbortSignal
  readonly remoteAddress?: string
  /** Made by this process itself, for a client whose address was checked before. */
  readonly isInternal?: boolean
}

export type HttpHeaders = Readonly<Record<string, string>>
export type HttpBody = string | Uint8Array | AsyncIterable<string | Uint8Array>

export interface HttpResponse {
  readonly status: number
  /** Names in lower case. */
  readonly headers: HttpHeaders
  /** Text is sent as UTF-8. An iterable is streamed; when it throws, the connection is cut. */
  readonly body?: HttpBody
}

export type HttpHandler = (request: HttpRequest) => Promise<HttpResponse>
