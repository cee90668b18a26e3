/** A PostgreSQL in the process, such as a `PGlite`: known by what it can do, so that types need no package. */
export interface EmbeddedPostgres {
  execProtocolStream(message: Uint8Array): Promise<unknown>
}
