/** What handlers can read of a request besides its parsed parameters and body. */
export interface RequestInfo {
  readonly id: string
  readonly method: string
  readonly url: URL
  /** The query string with its question mark, or an empty string. */
  readonly search: string
  /** The client's IP address; behind trusted proxies, the one they report. */
  readonly address: string
  /** The port of this machine that the connection arrived at. */
  readonly localPort: number
  header(name: string): string | undefined
  cookie(name: string): string | undefined
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal
  /** Stops counting it as a running request, for streams that stay open for hours. */
  stopCounting(): void
  /** Closes the connection, so that the client notices an incomplete response. */
  destroyConnection(): void
}
