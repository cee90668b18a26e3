import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { lockFolder } from '@service/http'
import type { CommandIo } from '@service/service/cli'
import { OpenError } from './errors.js'
import type { DatabaseAddress } from './parse-address.js'

/** What one back office keeps between its starts. */
export interface State {
  readonly projectName: string
  readonly adminEmail: string
  readonly adminPassword: string
  /** Signs the agent's sessions. */
  readonly authSecret: string
  /** Identifies the environment to the service. */
  readonly envSecret: string
  /** Encrypts what the service stores. */
  readonly serviceSecret: string
  readonly servicePort: number
  readonly agentPort: number
}

/** The folder of one back office, locked for this process. */
export interface DataFolder {
  readonly path: string
  readonly stateFile: string
  readonly state: State
  readonly isNew: boolean
  save(state: State): Promise<void>
  unlock(): Promise<void>
}

/** Chooses the folder: by its databases, so that each selection of databases has one of its own. */
export function chooseFolder(
  addresses: readonly DatabaseAddress[],
  given: string | undefined,
  { environment }: Pick<CommandIo, 'environment'>,
): string {
  if (given !== undefined) return resolve(given)
  const labels = addresses.map(({ label }) => label).sort()
  const digest = createHash('sha256').update(labels.join('\n')).digest('hex').slice(0, 6)
  return join(findDataHome(environment), 'backoffice', `${nameProject(addresses)}-${digest}`)
}

/** XDG Base Directory Specification, or what the system has in its place. */
function findDataHome(environment: CommandIo['environment']): string {
  if (environment.XDG_DATA_HOME) return environment.XDG_DATA_HOME
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support')
  if (process.platform === 'win32' && environment.LOCALAPPDATA) return environment.LOCALAPPDATA
  return join(homedir(), '.local', 'share')
}

const maxName = 60

/** A name that paths can have. */
function nameProject(addresses: readonly DatabaseAddress[]): string {
  const names = addresses.map(({ name }) => name.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-'))
  return names.join('-').slice(0, maxName) || 'database'
}

/** Opens the folder for this process alone, and makes its secrets on the first start. */
export async function openFolder(
  path: string,
  addresses: readonly DatabaseAddress[],
  adminEmail: string,
): Promise<DataFolder> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  const stateFile = join(path, 'state.json')
  const unlock = await lockFolder(path, 'choose another folder with --data').catch(error =>
    explainLock(error, stateFile),
  )
  try {
    const isNew = (await readState(stateFile)) === undefined
    const state = await prepareState(path, addresses, adminEmail)
    const save = (changed: State) => writePrivate(stateFile, changed)
    return { path, stateFile, state, isNew, save, unlock }
  } catch (error) {
    await unlock()
    throw error
  }
}

/** The state of a folder that another process may use at the moment; made when there is none. */
export async function prepareState(
  path: string,
  addresses: readonly DatabaseAddress[],
  adminEmail: string,
): Promise<State> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  const stateFile = join(path, 'state.json')
  const kept = await readState(stateFile)
  const state = { ...createState(nameProject(addresses), adminEmail), ...kept }
  await writePrivate(stateFile, state)
  return state
}

const createState = (projectName: string, adminEmail: string): State => ({
  projectName,
  adminEmail,
  adminPassword: randomBytes(15).toString('base64url'),
  authSecret: randomBytes(32).toString('hex'),
  envSecret: randomBytes(32).toString('hex'),
  serviceSecret: randomBytes(32).toString('hex'),
  servicePort: 3310,
  agentPort: 3351,
})

async function readState(path: string): Promise<Partial<State> | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new OpenError(
      `${path} is damaged. Restore it from a backup, or choose another folder with --data.`,
      { cause },
    )
  }
}

/** Says where the other one is. */
async function explainLock(error: Error, stateFile: string): Promise<never> {
  if (!('code' in error) || error.code !== 'folder_in_use') throw error
  const port = (await readState(stateFile).catch(() => undefined))?.servicePort
  const where = port === undefined ? '' : ` at http://127.0.0.1:${port}`
  throw new OpenError(`This back office runs already${where}. ${error.message}`, { cause: error })
}

/** A reader sees the old content or the new one. */
async function writePrivate(path: string, content: object): Promise<void> {
  const temporary = `${path}.new`
  await writeFile(temporary, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
  await rename(temporary, path)
}
