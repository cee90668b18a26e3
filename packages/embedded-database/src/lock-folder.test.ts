import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { platform, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findLockOwner, lockFolder as lock, readProcessIdentity } from '@service/http'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const lockFolder = (path: string) => lock(path, 'set SERVICE_DATA_DIR to another folder')
const holder = fileURLToPath(new URL('../dist/testing/hold-lock.js', import.meta.url))
let folder: string
const children: ChildProcess[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-'))
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

/** Starts a process that takes the lock and prints whether it has it. */
async function startHolder(): Promise<{ child: ChildProcess; said: string }> {
  const child = spawn(process.execPath, [holder, folder])
  children.push(child)
  const [said] = await once(child.stdout, 'data')
  return { child, said: String(said).trim() }
}

describe('lockFolder', () => {
  it('gives the folder to one process and names it to the second, until it is killed', async () => {
    expect(await findLockOwner(folder)).toBeUndefined()
    const { child } = await startHolder()
    await expect(lockFolder(folder)).rejects.toThrow(
      `${folder} is in use by process ${child.pid}. Stop it, or set SERVICE_DATA_DIR to another folder.`,
    )
    expect(await findLockOwner(folder)).toMatchObject({ pid: child.pid })
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await findLockOwner(folder)).toBeUndefined()
    await (await lockFolder(folder))()
  })

  it('is free again after it was given back', async () => {
    const unlock = await lockFolder(folder)
    await unlock()
    await (await lockFolder(folder))()
  })

  it.runIf(platform() === 'linux')('takes over immediately from a zombie', async () => {
    // The shell starts the holder and becomes `sleep`, which never waits for its child.
    const script = '"$0" "$1" "$2" & exec sleep 60'
    const parent = spawn('sh', ['-c', script, process.execPath, holder, folder])
    children.push(parent)
    await once(parent.stdout, 'data')
    const { pid } = JSON.parse(await readFile(join(folder, 'lock'), 'utf8'))
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => readFile(`/proc/${pid}/stat`, 'utf8')).toMatch(/\) Z /)
    await (await lockFolder(folder))()
  })

  it('does not take a later process with the same number for the owner', async () => {
    await writeFile(
      join(folder, 'lock'),
      JSON.stringify({ ...readProcessIdentity(), startedAt: 1 }),
    )
    await (await lockFolder(folder))()
  })

  it('takes over from another machine only when its heartbeat stopped', async () => {
    const path = join(folder, 'lock')
    await writeFile(path, JSON.stringify({ ...readProcessIdentity(), namespace: 'elsewhere' }))
    const beat = setInterval(() => utimes(path, new Date(), new Date()).catch(() => {}), 200)
    await expect(lockFolder(folder)).rejects.toThrow('is in use by process')
    clearInterval(beat)
    const longAgo = new Date(Date.now() - 60_000)
    await utimes(path, longAgo, longAgo)
    await (await lockFolder(folder))()
  })

  it('takes over from another machine whose heartbeat stopped before the clock was set back', async () => {
    const path = join(folder, 'lock')
    await writeFile(path, JSON.stringify({ ...readProcessIdentity(), namespace: 'elsewhere' }))
    const nextYear = new Date(Date.now() + 365 * 24 * 3_600_000)
    await utimes(path, nextYear, nextYear)
    vi.useFakeTimers({ toFake: ['performance'] })
    const passing = setInterval(() => vi.advanceTimersByTime(5000), 50)
    try {
      await (await lockFolder(folder))()
    } finally {
      clearInterval(passing)
      vi.useRealTimers()
    }
  })

  it('lets exactly one of several processes take over a stale lock', async () => {
    await writeFile(
      join(folder, 'lock'),
      JSON.stringify({ ...readProcessIdentity(), startedAt: 1 }),
    )
    const said = (await Promise.all(Array.from({ length: 6 }, startHolder))).map(one => one.said)
    expect(said.filter(word => word === 'held')).toHaveLength(1)
    expect(said.filter(word => word.includes('is in use'))).toHaveLength(5)
    expect(JSON.parse(await readFile(join(folder, 'lock'), 'utf8')).pid).toBeGreaterThan(0)
  })
})
