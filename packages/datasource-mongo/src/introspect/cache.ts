import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Logger } from '@service/base'
import type { Structure } from './structure.js'

/** Increased when the format of the file changes. */
const version = 1

interface CachedStructure {
  readonly version: number
  readonly database: string
  readonly structure: Structure
}

/** Reads the cached structure of a database; undefined when there is none that can be used. */
export async function cachedStructure(
  file: string,
  database: string,
  logger: Logger,
): Promise<Structure | undefined> {
  try {
    const kept: CachedStructure = JSON.parse(await readFile(file, 'utf8'))
    const isUsable =
      kept.version === version &&
      kept.database === database &&
      Array.isArray(kept.structure?.collections)
    if (isUsable) return kept.structure
    logger(
      'Warn',
      `'${file}' belongs to another database or version, so '${database}' is sampled again.`,
    )
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    if (!isMissing)
      logger('Warn', `'${file}' cannot be read, so '${database}' is sampled again.`, error)
  }
  return undefined
}

/** Writes a temporary file first, so that another process never reads half of it. */
export async function storeStructure(
  file: string,
  database: string,
  structure: Structure,
): Promise<void> {
  const kept: CachedStructure = { version, database, structure }
  await mkdir(dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}`
  await writeFile(draft, `${JSON.stringify(kept, null, 2)}\n`)
  await rename(draft, file)
}
