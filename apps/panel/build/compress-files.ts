import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const COMPRESSIBLE = /\.(js|css|html|svg|json)$/

interface CompressOptions {
  /** Leaves out Brotli, which takes most of the time of a build. */
  readonly isQuick: boolean
}

/** Writes a `.br` and a `.gz` beside each file that becomes smaller by it. */
export function compressFiles({ isQuick }: CompressOptions): Plugin {
  let outDir = ''
  return {
    name: 'compress-files',
    apply: 'build',
    configResolved(config) {
      outDir = join(config.root, config.build.outDir)
    },
    closeBundle() {
      for (const entry of readdirSync(outDir, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !COMPRESSIBLE.test(entry.name)) continue
        const path = join(entry.parentPath, entry.name)
        const content = readFileSync(path)
        if (!isQuick) writeWhenSmaller(`${path}.br`, content, brotliCompressSync(content))
        writeWhenSmaller(`${path}.gz`, content, gzipSync(content, { level: 9 }))
      }
    },
  }
}

function writeWhenSmaller(path: string, content: Buffer, compressed: Buffer): void {
  if (compressed.length < content.length) writeFileSync(path, compressed)
}
