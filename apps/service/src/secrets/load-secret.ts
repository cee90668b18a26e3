import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { makeSecret as advice, type Config } from '../config.js'
import { ConfigurationError } from '../errors.js'
import { randomHex } from './token-format.js'

const MIN_LENGTH = 32

/**
 * Loads the secret of the installation. With an embedded store it is generated at the first start and stored
 * in the data directory; instances that share a database must all be given the same one.
 */
export async function loadSecret(config: Config): Promise<string> {
  if (config.secret !== undefined) return config.secret
  if (config.databaseUrl !== undefined) {
    throw new ConfigurationError([
      `SERVICE_SECRET must be set when SERVICE_DATABASE_URL is: at least 32 random characters, the same for every instance. ${advice}.`,
    ])
  }
  const path = join(config.dataDir, 'secret')
  const kept = await readStoredSecret(path)
  if (kept === undefined) return makeSecret(path)
  if (kept.length >= MIN_LENGTH) return kept
  throw new ConfigurationError([`${path} must contain at least ${MIN_LENGTH} characters.`])
}

async function readStoredSecret(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** The file gets its final name after it is flushed, so a crash leaves a complete secret or none. */
async function makeSecret(path: string): Promise<string> {
  const made = randomHex(64)
  const file = await open(`${path}.new`, 'w', 0o600)
  try {
    await file.writeFile(made)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.new`, path)
  return made
}
