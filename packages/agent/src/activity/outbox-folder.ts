import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isRunning, type ProcessMark, thisProcess } from '@service/http'
import { deadLetterSuffix } from './dead-letters.js'
import { type LineFile, lineFile } from './line-file.js'

/** Reads and writes are kept apart: when there is no room left, reads go first. */
export type Lane = 'reads' | 'writes'

/** Files that a process left behind, under the number they have in common. */
export interface LeftFiles {
  readonly reads: LineFile
  readonly writes: LineFile
  readonly bytes: Readonly<Record<Lane, number>>
}

/** The files of one outbox, in a folder that those of other processes share. */
export interface OutboxFolder {
  readonly path: string
  file(number: number, lane: Lane): LineFile
  /** Takes over what processes that are gone left behind, the oldest first. */
  adopt(): Promise<LeftFiles[]>
  /** Says that this process still runs, to those that cannot see it. */
  touch(): Promise<void>
  /** Leaves what is left to others. */
  release(): Promise<void>
}

/** A process that cannot be seen from here counts as gone when it was silent for so long. */
const silenceMs = 60_000

/** Rejects when the folder cannot be written. */
export async function openOutboxFolder(
  parent: string,
  envSecret: string,
  outboxKey: string,
): Promise<OutboxFolder> {
  const environment = createHash('sha256')
    .update(`activity ${envSecret}`)
    .digest('hex')
    .slice(0, 16)
  const folder = resolve(parent, environment)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const markOf = (key: string) => join(folder, `${key}.owner`)
  /** Appears whole: files without a mark count as left behind. */
  const mark = async (key: string) => {
    const draft = `${markOf(key)}.${outboxKey}`
    await writeFile(draft, JSON.stringify(thisProcess()), { mode: 0o600 })
    await rename(draft, markOf(key))
  }
  await mark(outboxKey)

  const owned = new Set([outboxKey])

  /** One of several that find the files of the same process takes them. */
  const take = async (key: string): Promise<boolean> => {
    if (owned.has(key)) return false
    const owner = await readMark(markOf(key))
    if (owner && !(await isGone(owner, markOf(key)))) return false
    const taken = `${markOf(key)}.${outboxKey}`
    if (owner && !(await succeeds(rename(markOf(key), taken)))) return false
    owned.add(key)
    await mark(key)
    return true
  }

  const forget = async (key: string) => {
    await rm(markOf(key), { force: true })
    owned.delete(key)
  }

  return {
    path: folder,
    file: (number, lane) =>
      lineFile(join(folder, `${outboxKey}.${String(number).padStart(9, '0')}.${lane}`)),
    async adopt() {
      const names = (await readdir(folder)).filter(isOfOutbox).sort()
      const keys = [...new Set(names.map(name => name.slice(0, name.indexOf('.'))))]
      const left: LeftFiles[] = []
      for (const key of keys) {
        if (!(await take(key))) continue
        const files = await filesOf(folder, names, key)
        if (files.length === 0) await forget(key)
        left.push(...files)
      }
      return left
    },
    async touch() {
      const now = new Date()
      await Promise.all([...owned].map(key => utimes(markOf(key), now, now).catch(() => {})))
    },
    async release() {
      await Promise.all([...owned].map(forget))
    },
  }
}

const isOfOutbox = (name: string) => !name.endsWith(deadLetterSuffix)

async function filesOf(
  folder: string,
  names: readonly string[],
  key: string,
): Promise<LeftFiles[]> {
  const stems = names
    .filter(name => name.startsWith(`${key}.`) && /\.(reads|writes)$/.test(name))
    .map(name => name.slice(0, name.lastIndexOf('.')))
  return Promise.all(
    [...new Set(stems)].map(async stem => {
      const paths = { reads: join(folder, `${stem}.reads`), writes: join(folder, `${stem}.writes`) }
      const bytes = { reads: await sizeOf(paths.reads), writes: await sizeOf(paths.writes) }
      return { reads: lineFile(paths.reads), writes: lineFile(paths.writes), bytes }
    }),
  )
}

async function readMark(path: string): Promise<ProcessMark | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch {
    return undefined
  }
}

async function isGone(owner: ProcessMark, path: string): Promise<boolean> {
  const running = isRunning(owner)
  if (running !== undefined) return !running
  const touched = await stat(path).then(
    found => found.mtimeMs,
    () => 0,
  )
  return Date.now() - touched > silenceMs
}

const sizeOf = (path: string) =>
  stat(path).then(
    found => found.size,
    () => 0,
  )

const succeeds = (work: Promise<unknown>) =>
  work.then(
    () => true,
    () => false,
  )
