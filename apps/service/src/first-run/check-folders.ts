import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, defaultDataDir } from '../config.js'
import { ConfigurationError } from '../errors.js'

/** Throws at start when a folder cannot be written, rather than at its first use. */
export async function checkFolders(
  config: Pick<Config, 'dataDir' | 'archiveDir' | 'databaseUrl'>,
): Promise<void> {
  const { dataDir, archiveDir, databaseUrl } = config
  // With an external database the data directory contains only archives, which not every installation has.
  const isNeeded = databaseUrl === undefined || dataDir !== defaultDataDir
  const problems = await Promise.all([
    isNeeded ? findFolderProblem('SERVICE_DATA_DIR', dataDir) : undefined,
    archiveDir === undefined ? undefined : findFolderProblem('SERVICE_ARCHIVE_DIR', archiveDir),
  ])
  const found = problems.filter(problem => problem !== undefined)
  if (found.length > 0) throw new ConfigurationError(found)
}

async function findFolderProblem(variable: string, folder: string): Promise<string | undefined> {
  const file = join(folder, `.writable-${randomUUID()}`)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(file, '', { mode: 0o600 })
    return undefined
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return `${variable} must be a folder this process can write to; '${folder}' is not (${code}).`
  } finally {
    await rm(file, { force: true }).catch(() => undefined)
  }
}
