/** The body of `POST /_internal/download-links`: a CSV export, by its path below the agent's prefix. */
export interface DownloadLinkRequest {
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
}

/** A URL with which a browser saves the export by itself. */
export interface DownloadLink {
  /** Path and query, including the agent's prefix. */
  readonly url: string
  /** ISO 8601. The download must begin before. */
  readonly expiresAt: string
}
