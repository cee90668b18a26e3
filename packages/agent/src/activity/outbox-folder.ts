import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isRunning, type ProcessIdentity, readProcessIdentity } from '@service/http'
import { deadLetterSuffix } from './dead-letters.js'
import { type LineFile, lineFile } from './line-file.js'

/** Reads and writes are stored separately: when space runs out, reads are dropped first. */
export type OutboxQueue = 'reads' | 'writes'

/** Files that a process left behind, by their common number. */
export interface AbandonedFiles {
  readonly reads: LineFile
  readonly writes: LineFile
  readonly bytes: Readonly<Record<OutboxQueue, number>>
}

/** The files of one outbox, in a folder shared with other processes. */
export interface OutboxFolder {
  readonly path: string
  file(number: number, queue: OutboxQueue): LineFile
  /** Takes over the files of processes that have ended, oldest first. */
  adopt(): Promise<AbandonedFiles[]>
  /** Shows processes in other namespaces that this process still runs. */
  touch(): Promise<void>
  /** Leaves the remaining files to other processes. */
  release(): Promise<void>
}

/** A process in another namespace counts as ended after this time without a heartbeat. */
const silenceMs = 60_000

/** Opens the folder; rejects when it cannot be written. */
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
  const buildOwnerPath = (key: string) => join(folder, `${key}.owner`)
  /** Written under another name and renamed, since files without a complete owner file count as left behind. */
  const mark = async (key: string) => {
    const draft = `${buildOwnerPath(key)}.${outboxKey}`
    await writeFile(draft, JSON.stringify(readProcessIdentity()), { mode: 0o600 })
    await rename(draft, buildOwnerPath(key))
  }
  await mark(outboxKey)

  const owned = new Set([outboxKey])

  /** When several processes find the same files, only one of them takes them. */
  const take = async (key: string): Promise<boolean> => {
    if (owned.has(key)) return false
    const owner = await readMark(buildOwnerPath(key))
    if (owner && !(await isGone(owner, buildOwnerPath(key)))) return false
    const taken = `${buildOwnerPath(key)}.${outboxKey}`
    if (owner && !(await succeeds(rename(buildOwnerPath(key), taken)))) return false
    owned.add(key)
    await mark(key)
    return true
  }

  const forget = async (key: string) => {
    await rm(buildOwnerPath(key), { force: true })
    owned.delete(key)
  }

  return {
    path: folder,
    file: (number, queue) =>
      lineFile(join(folder, `${outboxKey}.${String(number).padStart(9, '0')}.${queue}`)),
    async adopt() {
      const names = (await readdir(folder)).filter(isOfOutbox).sort()
      const keys = [...new Set(names.map(name => name.slice(0, name.indexOf('.'))))]
      const left: AbandonedFiles[] = []
      for (const key of keys) {
        if (!(await take(key))) continue
        const files = await listLeftFiles(folder, names, key)
        if (files.length === 0) await forget(key)
        left.push(...files)
      }
      return left
    },
    async touch() {
      const now = new Date()
      await Promise.all(
        [...owned].map(key => utimes(buildOwnerPath(key), now, now).catch(() => {})),
      )
    },
    async release() {
      await Promise.all([...owned].map(forget))
    },
  }
}

const isOfOutbox = (name: string) => !name.endsWith(deadLetterSuffix)

async function listLeftFiles(
  folder: string,
  names: readonly string[],
  key: string,
): Promise<AbandonedFiles[]> {
  const stems = names
    .filter(name => name.startsWith(`${key}.`) && /\.(reads|writes)$/.test(name))
    .map(name => name.slice(0, name.lastIndexOf('.')))
  return Promise.all(
    [...new Set(stems)].map(async stem => {
      const paths = { reads: join(folder, `${stem}.reads`), writes: join(folder, `${stem}.writes`) }
      const bytes = {
        reads: await readFileSize(paths.reads),
        writes: await readFileSize(paths.writes),
      }
      return { reads: lineFile(paths.reads), writes: lineFile(paths.writes), bytes }
    }),
  )
}

async function readMark(path: string): Promise<ProcessIdentity | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch {
    return undefined
  }
}

async function isGone(owner: ProcessIdentity, path: string): Promise<boolean> {
  const running = isRunning(owner)
  if (running !== undefined) return !running
  const touched = await stat(path).then(
    found => found.mtimeMs,
    () => 0,
  )
  return Date.now() - touched > silenceMs
}

const readFileSize = (path: string) =>
  stat(path).then(
    found => found.size,
    () => 0,
  )

const succeeds = (work: Promise<unknown>) =>
  work.then(
    () => true,
    () => false,
  )
