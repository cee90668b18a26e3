import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandError, UsageError } from '../errors.js'
import { anchorUrl } from '../project/database-url.js'
import { projectFiles } from '../project/project-files.js'
import { folderExists, writeProject } from '../project/write-project.js'
import { createEnvironment, type Environment } from '../service/environment.js'
import { readEnvSecret } from '../settings/settings.js'
import { authenticate } from './login.js'
import type { Session } from './session.js'

/** The options of `forest-cloud bootstrap`, as typed. */
export interface BootstrapOptions {
  readonly envSecret?: string
  readonly databaseUrl?: readonly string[]
  readonly yes?: boolean
}

const projectName = 'cloud-customizer'

/**
 * Creates a project for the customizations of one environment. Writes nothing until all settings
 * are known.
 */
export async function bootstrap(session: Session, options: BootstrapOptions): Promise<void> {
  const { io, terminal, serverUrl, tokenFolder } = session
  const envSecret = readEnvSecret(options.envSecret, io.environment)
  terminal.addSecret(envSecret)
  const folder = join(io.folder, projectName)
  if (await lstat(folder).catch(() => undefined)) throw folderExists(folder)
  const given = (options.databaseUrl ?? []).map(url => checkUrl(url, io.folder, terminal.addSecret))

  await authenticate(session)
  const environment = createEnvironment(serverUrl, envSecret, session.call)
  await environment.check()
  await terminal.step(`The secret is that of an environment of ${serverUrl}.`)

  const databaseUrls = given.length > 0 ? given : await askDatabase(session, options)
  if (!options.yes && terminal.isInteractive && !(await terminal.confirm(`Create ${folder}?`))) {
    throw new CommandError('Cancelled: nothing was written.')
  }
  const typings = await findTypings(session, environment, databaseUrls)
  const facts = { envSecret, serverUrl, tokenFolder, databaseUrls, typings }
  await writeProject(folder, await projectFiles(facts))
  await terminal.step(`Created ${folder}.`)
  await terminal.step(
    `Next: cd ${projectName} && npm install && npm run build && npm run update-typings`,
  )
}

function checkUrl(url: string, folder: string, addSecret: (secret: string) => void): string {
  addSecret(url)
  if (/^[a-z0-9+]+:./i.test(url)) return anchorUrl(url, folder)
  throw new UsageError(
    '--database-url must be a URL such as postgres://user:secret@localhost:5432/shop.',
  )
}

async function askDatabase(
  { io, terminal }: Session,
  { yes }: BootstrapOptions,
): Promise<readonly string[]> {
  if (yes || !terminal.isInteractive) return []
  const url = await terminal.askHidden(
    'Address of the database, like postgres://user:secret@localhost:5432/shop (empty: what the agent uploaded)',
    value => (value === '' || /^[a-z0-9+]+:./i.test(value) ? undefined : 'This is not a URL.'),
  )
  return url === '' ? [] : [checkUrl(url, io.folder, terminal.addSecret)]
}

/**
 * Generates typings from the databases; without any, or without their drivers, from the schema the
 * agent uploaded.
 */
async function findTypings(
  { terminal, logLevel }: Session,
  environment: Environment,
  databaseUrls: readonly string[],
): Promise<string> {
  const { DataSourceError, makeTypings } = await import('../typings/make-typings.js')
  const { sourceAt } = await import('../typings/datasources.js')
  const logger = terminal.logger(logLevel)
  const sources = databaseUrls.map((url, index) => sourceAt(`database ${index + 1}`, url))
  if (sources.length > 0) {
    try {
      const typings = await makeTypings({ sources, logger })
      await terminal.step('Read the structure of the database.')
      return typings
    } catch (error) {
      if (!(error instanceof DataSourceError) || !error.isDriverMissing) throw error
      await terminal.step('The driver of the database comes with npm install.')
    }
  }
  const { uploadedSource } = await import('../typings/uploaded-source.js')
  const uploaded = await uploadedSource(environment)
  await terminal.step(
    uploaded.length > 0
      ? 'Typings are made of the schema that the agent uploaded.'
      : 'No agent has uploaded a schema yet: the typings are empty until update-typings.',
  )
  return makeTypings({ sources: uploaded, logger })
}
