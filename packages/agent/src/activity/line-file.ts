import { open, readFile, unlink } from 'node:fs/promises'

/** One file of lines, made when the first is appended. */
export interface LineFile {
  append(text: string): Promise<void>
  read(): Promise<string>
  /** Nothing more will be appended. */
  end(): Promise<void>
  remove(): Promise<void>
}

/** Nothing but its owner may read it. */
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
      await (await handle).appendFile(text)
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
