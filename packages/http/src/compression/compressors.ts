import type { Duplex } from 'node:stream'
import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  gzipSync,
} from 'node:zlib'
import type { Encoding } from './choose-encoding.js'

/**
 * Brotli at quality 2 takes as long as gzip at level 1. Quality 1 forgets what it has seen at every
 * flush, which makes streams of small chunks three times as large.
 */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } }
const deflate = { level: 1 }

interface Compressor {
  readonly now: (body: string | Uint8Array) => Uint8Array
  readonly later: (body: string | Uint8Array) => Promise<Uint8Array>
  /** Flushes after every write. */
  readonly stream: () => Duplex
}

const gzipLater = promisify<string | Uint8Array, typeof deflate, Uint8Array>(gzip)
const brotliLater = promisify<string | Uint8Array, typeof brotli, Uint8Array>(brotliCompress)

const compressors: Readonly<Record<Encoding, Compressor>> = {
  br: {
    now: body => brotliCompressSync(body, brotli),
    later: body => brotliLater(body, brotli),
    stream: () => createBrotliCompress({ ...brotli, flush: constants.BROTLI_OPERATION_FLUSH }),
  },
  gzip: {
    now: body => gzipSync(body, deflate),
    later: body => gzipLater(body, deflate),
    stream: () => createGzip({ ...deflate, flush: constants.Z_SYNC_FLUSH }),
  },
}

/** Up to this size, handing the work to another thread costs as much as doing it. */
const maxBytesNow = 32 * 1024

/** Compresses a whole body: small ones immediately, large ones in another thread. */
export function compressBody(
  body: string | Uint8Array,
  byteLength: number,
  encoding: Encoding,
): Uint8Array | Promise<Uint8Array> {
  const { now, later } = compressors[encoding]
  return byteLength <= maxBytesNow ? now(body) : later(body)
}

export function createCompressor(encoding: Encoding): Duplex {
  return compressors[encoding].stream()
}
