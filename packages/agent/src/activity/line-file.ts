import { open, readFile, unlink } from 'node:fs/promises'
import { createQuickWriter } from './quick-writer.js'

/** A file of lines, created when the first line is appended. */
export interface LineFile {
  append(text: string): Promise<void>
  read(): Promise<string>
  /** Closes the file; nothing can be appended afterwards. */
  end(): Promise<void>
  remove(): Promise<void>
}

/** Files of lines share a disk, so that a slow one is noticed once. */
const writeQuickly = createQuickWriter()

/** Opens a file of lines that only its owner may read. */
export function lineFile(path: string): LineFile {
  let handle: ReturnType<typeof open> | undefined
  const end = async () => {
    const opened = handle
    handle = undefined
    await (await opened?.catch(() => undefined))?.close()
  }
  return {
    async append(text) {
      handle ??= open(path, 'a', 0o600)
      const opened = await handle
      if (!writeQuickly(opened.fd, text)) await opened.appendFile(text)
    },
    read: () => readFile(path, 'utf8').catch(error => ifMissing(error, '')),
    end,
    async remove() {
      await end()
      await unlink(path).catch(error => ifMissing(error, undefined))
    },
  }
}

function ifMissing<T>(error: NodeJS.ErrnoException, value: T): T {
  if (error.code === 'ENOENT') return value
  throw error
}
