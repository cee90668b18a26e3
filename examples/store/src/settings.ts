import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Secrets } from './agent.js'

export interface Settings {
  readonly agentPort: number
  /** Where the embedded database, the secrets and `dev.json` are kept. */
  readonly dataDir: string
  readonly databaseUrl?: string
}

/** Reads the environment; a wrong value is named with what is allowed. */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  return {
    agentPort: readPort('AGENT_PORT', environment.AGENT_PORT, 3351),
    dataDir: environment.SERVICE_DATA_DIR || '.service',
    databaseUrl: environment.DATABASE_URL || undefined,
  }
}

function readPort(name: string, text: string | undefined, fallback: number): number {
  if (!text) return fallback
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new Error(`${name} is '${text}'. It must be a port: a whole number from 0 to 65535.`)
}

/** The secrets of this installation, made on the first start and kept for the next ones. */
export async function readSecrets(dataDir: string): Promise<Secrets> {
  const path = join(dataDir, 'secrets.json')
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const secrets = {
    authSecret: randomBytes(32).toString('hex'),
    envSecret: randomBytes(32).toString('hex'),
  }
  await writePrivate(path, secrets)
  return secrets
}

/** Writes a file that only its owner can read. */
export async function writePrivate(path: string, content: object): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true })
  await writeFile(path, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
}
