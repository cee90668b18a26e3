import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { chmod, lstat, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isObject } from '@service/base'
import { CommandError, describeError } from '../errors.js'

/** The token of a person for one service. */
export interface Credential {
  readonly token: string
  /** The id of the token, when this command created it. */
  readonly id?: number
  readonly email: string
}

/** The tokens of a person, one per service, in a file that only they can read. */
export interface CredentialsFile {
  readonly path: string
  read(serverUrl: string): Promise<Credential | undefined>
  write(serverUrl: string, credential: Credential): Promise<void>
}

type Stored = Readonly<Record<string, Credential>>

/** Permission bits that let other users read or write the file. */
const otherUsersMask = 0o077

/** Calls `warn` when other users could read the file. */
export function openCredentials(
  tokenFolder: string,
  warn: (text: string) => void,
): CredentialsFile {
  const path = join(tokenFolder, '.service', 'credentials.json')
  return {
    path,
    async read(serverUrl) {
      const stored = await readStored(path, warn)
      return Object.hasOwn(stored, serverUrl) ? stored[serverUrl] : undefined
    },
    async write(serverUrl, credential) {
      const stored = await readStored(path, warn)
      const text = JSON.stringify({ ...stored, [serverUrl]: credential }, null, 2)
      try {
        await replace(path, `${text}\n`)
      } catch (error) {
        throw error instanceof CommandError
          ? error
          : new CommandError(`The token cannot be stored in '${path}': ${describeError(error)}`)
      }
    },
  }
}

async function readStored(path: string, warn: (text: string) => void): Promise<Stored> {
  const text = await readOwn(path, warn)
  if (text === undefined) return {}
  try {
    const stored: unknown = JSON.parse(text)
    if (isStored(stored)) return stored
  } catch {
    // Handled below.
  }
  throw new CommandError(`'${path}' does not contain credentials. Delete it and log in again.`)
}

function isStored(value: unknown): value is Stored {
  return (
    isObject(value) &&
    Object.values(value).every(one => isObject(one) && typeof one.token === 'string')
  )
}

/** Reads a file of the current user, without following links; undefined when it does not exist. */
async function readOwn(path: string, warn: (text: string) => void): Promise<string | undefined> {
  await checkFolder(dirname(path))
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      if (error.code === 'ELOOP') throw isLink(path)
      throw new CommandError(`'${path}' cannot be read: ${describeError(error)}`)
    },
  )
  if (!file) return undefined
  try {
    const facts = await file.stat()
    if (!facts.isFile()) throw new CommandError(`'${path}' is not a file.`)
    if (facts.mode & otherUsersMask) {
      await file.chmod(0o600)
      warn(`Others could read '${path}'. It is for you alone now; consider to log in again.`)
    }
    return await file.readFile('utf8')
  } finally {
    await file.close()
  }
}

/** Replaces the file as a whole; other users cannot read it at any time. */
async function replace(path: string, text: string): Promise<void> {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await checkFolder(folder)
  await chmod(folder, 0o700)
  const draft = `${path}.${randomUUID()}.tmp`
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.chmod(0o600)
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

async function checkFolder(folder: string): Promise<void> {
  const facts = await lstat(folder).catch(() => undefined)
  if (facts?.isSymbolicLink()) throw isLink(folder)
}

function isLink(path: string): CommandError {
  return new CommandError(
    `'${path}' is a symbolic link, which is not followed. Remove it, or set TOKEN_PATH to another folder.`,
  )
}
