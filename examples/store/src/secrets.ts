import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** What this installation keeps to itself, made on the first start. */
export interface InstallationSecrets {
  /** Signs the agent's sessions. */
  readonly authSecret: string
  /** Names the environment to the service. */
  readonly envSecret: string
  /** Seals what the service stores. */
  readonly serviceSecret: string
  /** Of the administrator. */
  readonly password: string
  /** Of the public API; made once the service runs. */
  readonly apiToken?: string
}

/** The secrets of this installation, kept in `secrets.json` for the next starts. */
export async function readSecrets(dataDir: string): Promise<InstallationSecrets> {
  const kept = await readJson(secretsFile(dataDir))
  const secrets = {
    authSecret: randomBytes(32).toString('hex'),
    envSecret: randomBytes(32).toString('hex'),
    serviceSecret: randomBytes(32).toString('hex'),
    password: randomBytes(12).toString('base64url'),
    ...kept,
  }
  await keepSecrets(dataDir, secrets)
  return secrets
}

export async function keepSecrets(dataDir: string, secrets: InstallationSecrets): Promise<void> {
  await writePrivate(secretsFile(dataDir), secrets)
}

/** Writes a file that only its owner can read; a reader sees the old content or the new one. */
export async function writePrivate(path: string, content: object): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const temporary = `${path}.new`
  await writeFile(temporary, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
  await rename(temporary, path)
}

/** What to do when the data of the service were made with another `secrets.json`. */
export const otherSecrets =
  "The data of the service were made with another secrets.json. Remove the data (the folder, or the schema 'service' of DEMO_DATABASE_URL) to begin anew."

const secretsFile = (dataDir: string) => join(dataDir, 'secrets.json')

async function readJson(path: string): Promise<Partial<InstallationSecrets>> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}
