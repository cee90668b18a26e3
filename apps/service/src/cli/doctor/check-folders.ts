import { access, constants, stat, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { findLockOwner } from '@service/http'
import { type Config, defaultDataDir } from '../../config.js'
import { broken, describeReason, type Finding, ok, skipped, warning } from './finding.js'

const MEBIBYTE = 1_048_576
const TOO_LITTLE = 100 * MEBIBYTE
const LITTLE = 1_024 * MEBIBYTE

/** Whether the folders that the service writes to can be written, found without writing. */
export async function checkWritableFolders(config: Config): Promise<readonly Finding[]> {
  const { dataDir, archiveDir, databaseUrl } = config
  const isUsed = databaseUrl === undefined || dataDir !== defaultDataDir
  return [
    isUsed
      ? await checkFolder('data folder', 'SERVICE_DATA_DIR', dataDir)
      : skipped('data folder', 'Not used: the store is a database server.'),
    ...(archiveDir === undefined
      ? []
      : [await checkFolder('archive folder', 'SERVICE_ARCHIVE_DIR', archiveDir)]),
  ]
}

async function checkFolder(check: string, variable: string, folder: string): Promise<Finding> {
  const advice = `Give it to the user of the service, or set ${variable} to another folder.`
  try {
    const existing = await findExisting(folder)
    if (!(await stat(existing)).isDirectory()) {
      return broken(check, `${existing} is a file, not a folder.`, advice)
    }
    await access(existing, constants.W_OK | constants.X_OK)
    return existing === resolve(folder)
      ? ok(check, `${folder} can be written.`)
      : ok(check, `The first start creates ${folder}.`)
  } catch (error) {
    return broken(check, `${folder} cannot be written: ${describeReason(error)}.`, advice)
  }
}

/** The path itself, or the nearest one above it that exists. */
async function findExisting(folder: string): Promise<string> {
  for (let path = resolve(folder); ; path = dirname(path)) {
    const found = await stat(path).catch((error: NodeJS.ErrnoException) => error)
    if (!(found instanceof Error)) return path
    const isMissing = found.code === 'ENOENT' || found.code === 'ENOTDIR'
    if (!isMissing || path === dirname(path)) throw found
  }
}

/** How much space is left for the data, or for archives when the store is a server. */
export async function checkDiskSpace(
  { archiveDir, dataDir }: Partial<Pick<Config, 'archiveDir'>> & Pick<Config, 'dataDir'>,
  measure: typeof readFreeBytes = readFreeBytes,
): Promise<Finding> {
  const check = 'disk space'
  const folder = archiveDir ?? dataDir
  const free = await measure(await findExisting(folder))
  const message = `${Math.floor(free / MEBIBYTE).toLocaleString('en')} MiB are free for ${folder}.`
  const advice = 'Free some space, or move the folder to a larger disk.'
  if (free < TOO_LITTLE) return broken(check, message, advice)
  if (free < LITTLE) return warning(check, message, advice)
  return ok(check, message)
}

async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Whether another process uses the embedded database. A running service is meant to. */
export async function checkLock(
  { dataDir }: Pick<Config, 'dataDir'>,
  isServiceRunning: boolean,
): Promise<{ readonly finding: Finding; readonly isHeld: boolean }> {
  const check = 'data lock'
  const owner = await findLockOwner(join(dataDir, 'database'))
  if (!owner) return { finding: ok(check, 'No process uses the embedded database.'), isHeld: false }
  const message = `Process ${owner.pid} uses the embedded database`
  if (isServiceRunning) {
    return { finding: ok(check, `${message}: the running service.`), isHeld: true }
  }
  const advice = 'Stop it, or set SERVICE_DATA_DIR to another folder.'
  const finding = broken(check, `${message}, and no service responds.`, advice)
  return { finding, isHeld: true }
}
