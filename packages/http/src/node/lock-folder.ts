import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, rmdir, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning, type ProcessIdentity, readProcessIdentity } from './process-identity.js'

/**
 * An owner in another namespace must touch its lock this often, or the lock counts as abandoned.
 */
const HEARTBEAT_MS = 2_000
const SILENCE_MS = 10_000
const ATTEMPTS = 100

/** Another process uses the folder. */
class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError'
  readonly code = 'folder_in_use'
  constructor(folder: string, owner: ProcessIdentity, advice: string) {
    super(`${folder} is in use by process ${owner.pid}. Stop it, or ${advice}.`)
  }
}

/**
 * Locks a folder for this process, with a file in it or at `path`, and returns the function that
 * unlocks it. Embedded databases do not lock their files, and two processes writing them would
 * destroy them. The lock of a process that was killed is taken over.
 *
 * @example
 * const unlock = await lockFolder('data/shop', 'name another folder', 'data/shop.lock')
 */
export async function lockFolder(
  folder: string,
  advice: string,
  path: string = join(folder, 'lock'),
): Promise<() => Promise<void>> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (await claim(path)) return keepLockFresh(path)
    const owner = await readOwner(path)
    if (owner === undefined) continue
    if (!(await isGone(path, owner))) throw new FolderInUseError(folder, owner, advice)
    await removeStale(path, owner)
  }
  throw new Error(`${path} could not be taken: other processes keep taking it.`)
}

/**
 * The process that holds the lock of a folder, without taking it; undefined when nobody does.
 *
 * @example
 * const owner = await findLockOwner('data/shop')
 * if (owner) console.log(`Process ${owner.pid} uses it.`)
 */
export async function findLockOwner(
  folder: string,
  path: string = join(folder, 'lock'),
): Promise<ProcessIdentity | undefined> {
  const owner = await readOwner(path)
  return owner && !(await isGone(path, owner)) ? owner : undefined
}

/**
 * Creates our lock file; a link appears complete or not at all, and only if there is no file yet.
 */
async function claim(path: string): Promise<boolean> {
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, JSON.stringify(readProcessIdentity()), { mode: 0o600 })
  try {
    await link(draft, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

function keepLockFresh(path: string): () => Promise<void> {
  const heartbeat = setInterval(() => {
    const now = new Date()
    utimes(path, now, now).catch(() => {})
  }, HEARTBEAT_MS)
  heartbeat.unref()
  return async () => {
    clearInterval(heartbeat)
    await rm(path, { force: true })
  }
}

async function readOwner(path: string): Promise<ProcessIdentity | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch {
    return undefined
  }
}

async function isGone(path: string, owner: ProcessIdentity): Promise<boolean> {
  const running = isRunning(owner)
  return running === undefined ? isAbandoned(path) : !running
}

/** Waits until the lock is touched (its owner runs) or has not been touched for long enough. */
async function isAbandoned(path: string): Promise<boolean> {
  const first = await readModifiedTime(path)
  // A clock that was set back makes it a time to come.
  const silence = Math.max(0, Date.now() - first)
  const lookedAt = performance.now()
  while (silence + performance.now() - lookedAt < SILENCE_MS) {
    await sleep(HEARTBEAT_MS / 4)
    if ((await readModifiedTime(path)) !== first) return false
  }
  return true
}

const readModifiedTime = (path: string) =>
  stat(path).then(
    found => found.mtimeMs,
    () => 0,
  )

/**
 * Removes an abandoned lock. Only one process at a time checks again and removes it; otherwise a
 * slow process could remove the new lock of a faster one.
 */
async function removeStale(path: string, owner: ProcessIdentity): Promise<void> {
  const takeoverLock = `${path}.turn`
  try {
    await mkdir(takeoverLock)
  } catch {
    if (Math.abs(Date.now() - (await readModifiedTime(takeoverLock))) > SILENCE_MS)
      await rmdir(takeoverLock).catch(() => {})
    await sleep(20)
    return
  }
  try {
    const now = await readOwner(path)
    if (now && now.pid === owner.pid && now.startedAt === owner.startedAt) await rm(path)
  } finally {
    await rmdir(takeoverLock)
  }
}
