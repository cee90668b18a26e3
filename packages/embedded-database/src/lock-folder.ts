import { open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Takes a folder for this process. The embedded database does not lock its files, and two
 * processes writing them would destroy them.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, 'lock')
  const owner = await ownerOf(path)
  if (owner !== undefined && isAlive(owner)) {
    throw new Error(
      `${folder} is in use by process ${owner}. Stop it, or set SERVICE_DATA_DIR to another folder.`,
    )
  }
  await rm(path, { force: true })
  // 'wx' fails if another process took the lock in between.
  const file = await open(path, 'wx', 0o600)
  await file.writeFile(String(process.pid))
  await file.close()
  return () => rm(path, { force: true })
}

async function ownerOf(path: string): Promise<number | undefined> {
  try {
    return Number(await readFile(path, 'utf8'))
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
