import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, makeSecret, readConfig } from '../../config.js'
import type { CommandIo } from '../command-io.js'
import { broken, describeReason, type Finding, ok, warning } from './finding.js'

const MIN_LENGTH = 32
const MIN_DIFFERENT = 8

/** Reads the settings; without valid ones nothing else can be checked. */
export function checkSettings(environment: CommandIo['environment']): {
  readonly finding: Finding
  readonly config?: Config
} {
  const check = 'configuration'
  try {
    const config = readConfig(environment)
    return { finding: ok(check, 'Every SERVICE_… variable is known and valid.'), config }
  } catch (error) {
    const message = describeReason(error).replace(/^The configuration is wrong: /, '')
    return { finding: broken(check, `${message}.`, 'Correct these variables.') }
  }
}

/** The secret that a start would use, and what is wrong with it. Unlike a start it generates none. */
export async function checkSecretSetting(
  config: Config,
  hasDatabase: boolean,
): Promise<{ readonly finding: Finding; readonly secret?: string }> {
  const check = 'secret'
  const { secret, databaseUrl, dataDir } = config
  if (secret !== undefined) return { finding: judge(secret, 'SERVICE_SECRET'), secret }
  if (databaseUrl !== undefined) {
    const message = 'SERVICE_SECRET is not set; with SERVICE_DATABASE_URL it must be.'
    return {
      finding: broken(check, message, `Set it to the one of the other instances. ${makeSecret}`),
    }
  }
  const path = join(dataDir, 'secret')
  const stored = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => error)
  if (typeof stored === 'string') {
    const text = stored.trim()
    return { finding: (await judgeFile(path)) ?? judge(text, path), secret: text }
  }
  if (stored.code !== 'ENOENT') {
    const message = `${path} cannot be read: ${describeReason(stored)}.`
    return { finding: broken(check, message, 'Let the user of the service read it.') }
  }
  if (!hasDatabase) return { finding: ok(check, `The first start generates one in ${path}.`) }
  const message = `${path} is missing, but the database beside it was encrypted with it.`
  const advice = 'Restore the file, or: npx @service/cli keys rotate --new-secret'
  return { finding: broken(check, message, advice) }
}

function judge(secret: string, name: string): Finding {
  const check = 'secret'
  if (secret.length < MIN_LENGTH) {
    const message = `${name} has fewer than ${MIN_LENGTH} characters.`
    return broken(check, message, 'Restore the complete secret.')
  }
  if (new Set(secret).size < MIN_DIFFERENT) {
    return warning(check, `${name} is easy to guess.`, makeSecret)
  }
  return ok(check, `${name} is set and long enough.`)
}

/** Others who can read the file can decrypt the signing keys of a backup. */
async function judgeFile(path: string): Promise<Finding | undefined> {
  const { mode } = await stat(path)
  if (process.platform === 'win32' || (mode & 0o077) === 0) return undefined
  return warning('secret', `Other users of this machine can read ${path}.`, `chmod 600 ${path}`)
}
