import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.js'
import { ConfigurationError } from '../errors.js'
import { randomHex } from './token-format.js'

/**
 * The secret of the installation. With an embedded store it is made at the first start and kept in
 * the data directory; instances that share a database must be given the same one.
 */
export async function loadSecret(config: Config): Promise<string> {
  if (config.secret !== undefined) return config.secret
  if (config.databaseUrl !== undefined) {
    throw new ConfigurationError([
      'SERVICE_SECRET must be set when SERVICE_DATABASE_URL is: at least 32 random characters, the same for every instance.',
    ])
  }
  const path = join(config.dataDir, 'secret')
  const kept = await readFile(path, 'utf8').catch(() => undefined)
  if (kept !== undefined) return kept
  const made = randomHex(64)
  await writeFile(path, made, { mode: 0o600, flag: 'wx' })
  return made
}
