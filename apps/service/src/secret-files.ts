import { readFileSync } from 'node:fs'

type Environment = Readonly<Record<string, string | undefined>>

/** Secrets, each of which may also be in a file that the variable with this suffix names. */
const secretNames: readonly string[] = [
  'SERVICE_DATABASE_URL',
  'SERVICE_REDIS_URL',
  'SERVICE_SMTP_URL',
  'SERVICE_SECRET',
  'SERVICE_METRICS_TOKEN',
  'SERVICE_ADMIN_PASSWORD',
]
const SUFFIX = '_FILE'

/** A longer file is not a secret: the path is wrong. */
const MOST_CHARACTERS = 65_536

/**
 * Adds the secrets that are given as files: `SERVICE_SECRET_FILE=/run/secrets/secret`. Container platforms and
 * systemd provide secrets this way, because other programs can often read the variables of a process. One line break
 * at the end of a file does not belong to the secret. `problems` has a line for each file that cannot be used.
 */
export function readSecretFiles(environment: Environment): {
  readonly environment: Environment
  readonly problems: readonly string[]
} {
  const problems: string[] = []
  const read: Record<string, string> = {}
  for (const name of secretNames) {
    const path = environment[name + SUFFIX]
    if (path === undefined || path === '') continue
    try {
      if (environment[name]) throw new Error(`cannot be used together with ${name}. Unset one.`)
      read[name] = readSecret(path)
    } catch (error) {
      problems.push(`${name}${SUFFIX} ${(error as Error).message}`)
    }
  }
  return { environment: { ...environment, ...read }, problems }
}

function readSecret(path: string): string {
  const text = readText(path).replace(/\r?\n$/, '')
  if (text === '') throw new Error(`must be a file with a secret; '${path}' is empty.`)
  if (text.length > MOST_CHARACTERS) {
    throw new Error(`must be a file with a secret; '${path}' is too long for one.`)
  }
  return text
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(`must be a file that this process can read; '${path}' is not (${code}).`)
  }
}
