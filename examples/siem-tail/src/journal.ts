import { type FileHandle, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'

/** A file of rows and the place in the stream up to which it is complete. */
export interface Journal {
  /** Where to go on; undefined at the very beginning. */
  readonly cursor: string | undefined
  /** Adds rows. When it returns, they and the cursor behind them survive a power cut. */
  append(rows: readonly object[], cursor: string): Promise<void>
  close(): Promise<void>
}

// #region journal
/**
 * Opens `<name>.ndjson` and its cursor. The cursor file also contains the length of the data file at
 * that time: anything beyond it was written incompletely, and is truncated and requested again.
 */
export async function openJournal(folder: string, name: string): Promise<Journal> {
  const cursorFile = join(folder, `${name}.cursor`)
  const kept = await readCursor(cursorFile)
  const data = await open(join(folder, `${name}.ndjson`), 'a', 0o600)
  await cutTail(data, kept.bytes, name)
  let { cursor, bytes } = kept
  return {
    get cursor() {
      return cursor
    },
    async append(rows, next) {
      const lines = Buffer.from(rows.map(row => `${JSON.stringify(row)}\n`).join(''))
      await data.appendFile(lines)
      await data.sync()
      await writeCursor(folder, cursorFile, { cursor: next, bytes: bytes + lines.length })
      cursor = next
      bytes += lines.length
    },
    close: () => data.close(),
  }
}

async function cutTail(data: FileHandle, bytes: number, name: string): Promise<void> {
  const { size } = await data.stat()
  if (size >= bytes) return data.truncate(bytes)
  await data.close()
  throw new Error(
    `${name}.ndjson has ${size} bytes and its cursor speaks of ${bytes}: rows are lost.`,
  )
}

interface Cursor {
  readonly cursor: string | undefined
  readonly bytes: number
}

async function writeCursor(folder: string, path: string, content: Cursor): Promise<void> {
  const temporary = `${path}.new`
  await using(await open(temporary, 'w', 0o600), async file => {
    await file.writeFile(JSON.stringify(content))
    await file.sync()
  })
  await rename(temporary, path)
  // Syncs the folder, so that the rename is on the disk too.
  await using(await open(folder, 'r'), directory => directory.sync())
}
// #endregion

async function readCursor(path: string): Promise<Cursor> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { cursor: undefined, bytes: 0 }
    throw error
  }
}

async function using(file: FileHandle, work: (file: FileHandle) => Promise<void>): Promise<void> {
  try {
    await work(file)
  } finally {
    await file.close()
  }
}
