import { appendFile, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from '@service/base'
import type { RefusedEntry } from '@service/service-client'

/** Entries that the service rejects for good, stored in files until an operator sends them again. */
export interface DeadLetters {
  /** Number of entries in the files of all processes that share the folder. */
  readonly count: number
  /** Total size of the files. */
  readonly bytes: number
  /** Resolves when the entries are in the file; rejects when it cannot be written. */
  add(refused: readonly RefusedEntry[]): Promise<void>
  /** Reads the files again, since other processes add to them and operators remove them. */
  rescan(): Promise<void>
}

/** Suffix of the names of dead-letter files. */
export const deadLetterSuffix = '.dead-letters'

const maxRemembered = 50_000

/** Each process appends to its own file. Without a folder, entries are logged and lost. */
export function createDeadLetters(
  folder: string | undefined,
  outboxKey: string,
  logger: Logger,
): DeadLetters {
  const files = new Map<string, DeadLetterFile>()
  const path = folder && join(folder, `${outboxKey}${deadLetterSuffix}`)
  /** Keys that are stored already: entries of a batch that is sent again are rejected again. */
  const known = new Set<string>()
  let lost = 0

  const rescan = async () => {
    if (folder === undefined) return
    const names = (await readdir(folder)).filter(name => name.endsWith(deadLetterSuffix))
    for (const name of files.keys()) if (!names.includes(name)) files.delete(name)
    for (const name of names)
      files.set(name, await readDeadLetters(join(folder, name), files.get(name)))
  }

  const sumFigure = (figure: keyof DeadLetterFile) =>
    [...files.values()].reduce((sum, file) => sum + file[figure], 0)

  return {
    get count() {
      return lost + sumFigure('lines')
    },
    get bytes() {
      return sumFigure('bytes')
    },
    rescan,
    async add(refused) {
      const fresh = refused.filter(({ entry }) => !known.has(entry.key))
      const [first] = fresh
      if (!first) return
      if (path === undefined) lost += fresh.length
      else await appendFile(path, fresh.map(formatLine).join(''), { mode: 0o600 })
      if (known.size > maxRemembered) known.clear()
      for (const { entry } of fresh) known.add(entry.key)
      logger('Error', lineFor(fresh.length, first, path))
      await rescan().catch(() => undefined)
    },
  }
}

interface DeadLetterFile {
  readonly bytes: number
  readonly lines: number
}

async function readDeadLetters(
  path: string,
  before: DeadLetterFile | undefined,
): Promise<DeadLetterFile> {
  const bytes = await stat(path).then(
    found => found.size,
    () => 0,
  )
  if (bytes === before?.bytes) return before
  const text = await readFile(path, 'utf8').catch(() => '')
  return { bytes, lines: text.split('\n').length - 1 }
}

const formatLine = ({ entry, reason }: RefusedEntry) =>
  `${JSON.stringify({ ...entry, refusedAt: new Date().toISOString(), reason })}\n`

function lineFor(count: number, { entry, reason }: RefusedEntry, path: string | undefined): string {
  const what = count === 1 ? 'An entry' : `${count} entries`
  const where = path
    ? `stored in '${path}'. Correct the cause, then rename that file to a new name that ends in '.writes' to send them again`
    : 'lost, since there is no folder to store them in: set activityLog.folder'
  return `${what} of the activity log cannot be accepted by the service: ${where}. The first is '${entry.action}' of user ${entry.userId} (key ${entry.key}): ${reason}`
}
