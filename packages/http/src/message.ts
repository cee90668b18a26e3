/** A request as handlers see it, independent of the server that received it. */
export interface HttpRequest {
  readonly method: string
  /** Path and query as sent, including the prefix the agent is mounted under. */
  readonly url: string
  header(name: string): string | undefined
  /** The body as sent. Rejects with `BodyTooLargeError` beyond `limit` bytes. */
  bytes(limit: number): Promise<Uint8Array>
  /** Set when the host already parsed the body. */
  readonly parsedBody?: unknown
  /** Aborts when the client closes the connection before the response is complete. */
  readonly signal: AbortSignal
  readonly remoteAddress?: string
  /**
   * True for requests that this process makes itself, for a client whose IP address was already
   * checked.
   */
  readonly isInternal?: boolean
}

export type HttpHeaders = Readonly<Record<string, string>>
export type HttpBody = string | Uint8Array | AsyncIterable<string | Uint8Array>

export interface HttpResponse {
  readonly status: number
  /** Names in lower case. */
  readonly headers: HttpHeaders
  /** Text is sent as UTF-8. An iterable is streamed; when it throws, the connection is closed. */
  readonly body?: HttpBody
}

export type HttpHandler = (request: HttpRequest) => Promise<HttpResponse>
