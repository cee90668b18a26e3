/**
 * A PostgreSQL in this process, such as a `PGlite`; typed by its methods, so that the package is
 * not required.
 */
export interface EmbeddedPostgres {
  execProtocolStream(message: Uint8Array): Promise<unknown>
}
