/** What handlers may know of a request beyond its parsed parts. */
export interface RequestFacts {
  readonly id: string
  readonly method: string
  readonly url: URL
  /** The query string with its question mark, or nothing. */
  readonly search: string
  /** Of the client; behind trusted proxies the one they saw. */
  readonly address: string
  header(name: string): string | undefined
  cookie(name: string): string | undefined
  /** Aborts when the client leaves. */
  readonly signal: AbortSignal
  /** From now on it does not count as a request being answered: for streams, which stay for hours. */
  leave(): void
  /** Ends the connection, so that the client sees that its answer is not whole. */
  breakOff(): void
}
