import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import type { Platform } from './platform.js'

export const nodePlatform: Platform = {
  readSchemaFile: async path => JSON.parse(await readFile(path, 'utf8')),
  async writeBody(body, target, signal) {
    if (target instanceof WritableStream) return body.pipeTo(target, { signal })
    await pipeline(Readable.fromWeb(body as NodeReadableStream), target, { signal })
  },
}
