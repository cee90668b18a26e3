import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAgent } from '@service/agent'
import { isServiceError, type Logger, UnavailableError } from '@service/base'
import type { DataSourceFactory } from '@service/datasource-toolkit'
import { CommandError, describeError } from '../errors.js'
import { applyCustomization, type Customize } from './customization.js'
import type { NamedSource } from './datasources.js'

interface TypingsInput {
  readonly sources: readonly NamedSource[]
  readonly customize?: Customize
  readonly logger: Logger
}

/** Maximum number of relations in a path of the typings. */
export const maxDepth = 3

/**
 * Generates the text of a typings file: the structure of the sources with the customizations
 * applied. The agent used for it is never started: it sends no requests and opens no port.
 */
export async function makeTypings({ sources, customize, logger }: TypingsInput): Promise<string> {
  const secret = randomBytes(32).toString('hex')
  const agent = createAgent({ authSecret: secret, envSecret: secret, logger, activityLog: false })
  // Read before the code gets the agent, whose methods are then replaced.
  const write = agent.updateTypesOnFileSystem.bind(agent)
  const close = agent.stop.bind(agent)
  for (const source of sources) {
    const { suffix } = source
    const rename = suffix === '' ? undefined : (name: string) => name + suffix
    agent.addDataSource(explained(source), { rename })
  }
  if (customize) await applyCustomization(agent, customize)
  const folder = await mkdtemp(join(tmpdir(), 'forest-cloud-'))
  try {
    const path = join(folder, 'typings.d.ts')
    await write(path, maxDepth)
    return await readFile(path, 'utf8')
  } catch (error) {
    throw isServiceError(error) ? new CommandError(advised(error.message), { cause: error }) : error
  } finally {
    await close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Wraps a source so that an error on opening names it. */
function explained({ name, factory }: NamedSource): DataSourceFactory {
  return async (logger, restart) => {
    try {
      return await factory(logger, restart)
    } catch (cause) {
      throw new DataSourceError(name, cause)
    }
  }
}

/** A database of the project cannot be opened. */
export class DataSourceError extends CommandError {
  override readonly name = 'DataSourceError'
  /** Whether its driver is not installed. */
  readonly isDriverMissing: boolean

  constructor(source: string, cause: unknown) {
    const reason = cause instanceof UnavailableError ? cause.message : describeError(cause)
    super(`The database '${source}' cannot be used. ${reason}`, { cause })
    this.isDriverMissing = hasCause(cause, 'ERR_MODULE_NOT_FOUND')
  }
}

function hasCause(error: unknown, code: string): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    if ((each as NodeJS.ErrnoException).code === code) return true
  }
  return false
}

function advised(message: string): string {
  return message.includes('two collections are named')
    ? `${message} In datasources.js, a datasourceSuffix renames all collections of a database.`
    : message
}
