import { pipeline, Readable } from 'node:stream'
import type { Encoding } from './choose-encoding.js'
import { createCompressor } from './compressors.js'

type Chunk = string | Uint8Array

/**
 * Compresses a stream. Every chunk is sent when it arrives, so that a client can use it before the
 * next one. When the client disconnects, the source is closed and the compressor freed.
 */
export function compressStream(
  body: AsyncIterable<Chunk>,
  encoding: Encoding,
): AsyncIterable<Uint8Array> {
  return { [Symbol.asyncIterator]: () => iterateCompressed(body, encoding) }
}

function iterateCompressed(
  body: AsyncIterable<Chunk>,
  encoding: Encoding,
): AsyncIterator<Uint8Array> {
  const source = Readable.from(body)
  // An error of the source is thrown to the reader of the compressed stream.
  const compressed = pipeline(source, createCompressor(encoding), () => undefined)
  const chunks: AsyncIterator<Uint8Array> = compressed[Symbol.asyncIterator]()
  return {
    next: () => chunks.next(),
    async return() {
      const closed = new Promise(resolve => {
        if (source.closed) resolve(undefined)
        else source.once('close', resolve)
      })
      compressed.destroy()
      await closed
      return { done: true, value: undefined }
    },
  }
}
