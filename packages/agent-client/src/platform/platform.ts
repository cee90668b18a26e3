import type { Writable } from 'node:stream'
import type { SchemaFile } from '@service/protocol'

/** Where a client writes what it downloads. Browsers have streams of their own kind only. */
export type DownloadTarget = Writable | WritableStream<Uint8Array>

/** What Node and browsers do differently. */
export interface Platform {
  readSchemaFile(path: string): Promise<SchemaFile>
  /** Writes a body to a stream while it arrives, and ends the stream. */
  writeBody(
    body: ReadableStream<Uint8Array>,
    target: DownloadTarget,
    signal: AbortSignal | undefined,
  ): Promise<void>
}
