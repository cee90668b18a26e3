import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isObject, knownNames, UnavailableError } from '@service/base'
import { createMongoDataSource } from '@service/datasource-mongo'
import { createSqlDataSource } from '@service/datasource-sql'
import type { DataSourceFactory } from '@service/datasource-toolkit'
import type { MongoConnectionParams, SqlConnectionParams } from '../connection-params.js'
import { CommandError, describeError } from '../errors.js'

/** A database of `datasources.js`. */
export interface NamedSource {
  readonly name: string
  readonly factory: DataSourceFactory
  /** Appended to the names of its collections. */
  readonly suffix: string
}

const fileName = 'datasources.js'
const members = ['connectionOptions', 'datasourceSuffix']

/**
 * Loads the databases of a project; `keep` receives their passwords before anything can print them.
 */
export async function loadDataSources(
  folder: string,
  addSecret: (secret: string) => void,
): Promise<readonly NamedSource[]> {
  const entries = await loadEntries(folder)
  return Object.entries(entries).map(([name, entry]) => toSource(name, entry, addSecret))
}

/** A database given as a URL to `bootstrap`. */
export function sourceAt(name: string, connection: string): NamedSource {
  return { name, factory: createFactory(name, connection), suffix: '' }
}

async function loadEntries(folder: string): Promise<object> {
  const path = join(folder, fileName)
  await access(path).catch(() => {
    throw new CommandError(
      `There is no ${fileName} in ${folder}: run this in the folder that 'forest-cloud bootstrap' made.`,
    )
  })
  let entries: unknown
  try {
    const { default: make } = await import(pathToFileURL(path).href)
    if (typeof make !== 'function') throw new CommandError(wrongFile('does not export a function'))
    entries = await make()
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError(`${fileName} failed: ${describeError(error)}`, { cause: error })
  }
  if (isObject(entries)) return entries
  throw new CommandError(wrongFile('does not return an object'))
}

function wrongFile(problem: string): string {
  return `${fileName} ${problem}. Its default export must be a function that returns databases by name: { main: { connectionOptions: … } }.`
}

function toSource(name: string, entry: unknown, addSecret: (secret: string) => void): NamedSource {
  const wrong = (problem: string) => new CommandError(`${fileName}: '${name}' ${problem}`)
  if (typeof entry !== 'object' || entry === null) {
    throw wrong('must be an object with connectionOptions.')
  }
  const unknown = Object.keys(entry).find(key => !members.includes(key))
  if (unknown !== undefined) {
    throw wrong(`has '${unknown}'; it may have: ${knownNames(unknown, members)}`)
  }
  const { connectionOptions, datasourceSuffix = '' } = entry as Record<string, unknown>
  if (connectionOptions === undefined) {
    throw wrong('has no connectionOptions. Is the variable they come from set in .env?')
  }
  if (typeof datasourceSuffix !== 'string') throw wrong('must have a text as datasourceSuffix.')
  addSecrets(connectionOptions, addSecret)
  return { name, factory: createFactory(name, connectionOptions), suffix: datasourceSuffix }
}

function addSecrets(connection: unknown, addSecret: (secret: string) => void): void {
  const { uri, password } = (connection ?? {}) as Record<string, unknown>
  for (const each of [connection, uri, password]) if (typeof each === 'string') addSecret(each)
}

/** Chooses MongoDB or SQL by the scheme of the URL, else by `dialect`. */
function createFactory(name: string, connection: unknown): DataSourceFactory {
  try {
    if (typeof connection === 'string') return atAddress(connection, {})
    const params = connection as Given | null
    if (params?.uri !== undefined) return atAddress(params.uri, params)
    if (params?.dialect !== undefined) {
      const file = /^(sqlite|file)$/.test(params.dialect) && (params.storage ?? params.database)
      return requireFile(file, createSqlDataSource(params as SqlParts))
    }
    if (params?.database !== undefined) return atParts(params)
  } catch (error) {
    throw new CommandError(`The URL of '${name}' is invalid: ${describeError(error)}`)
  }
  throw new CommandError(
    `The connectionOptions of '${name}' must be a URL, or an object with uri, with dialect (SQL) or with database (MongoDB).`,
  )
}

type SqlParts = Exclude<SqlConnectionParams, string | { readonly uri: string }>
type MongoParts = Exclude<MongoConnectionParams, string | { readonly uri: string }>
type Given = { readonly uri?: string } & Partial<SqlParts> & Partial<MongoParts>

function atAddress(uri: string, { uri: _, ...options }: Given): DataSourceFactory {
  if (/^mongodb(\+srv)?:/i.test(uri)) return createMongoDataSource(uri, options)
  const file = /^(?:sqlite|file):(?:\/\/)?(.+)$/i.exec(uri)?.[1]
  return requireFile(file && decodeURIComponent(file), createSqlDataSource({ ...options, uri }))
}

function atParts({
  host,
  port,
  user,
  password,
  database = '',
  authSource,
  replicaSet,
  tls,
  ...options
}: Given): DataSourceFactory {
  const address = { host, port, user, password, database, authSource, replicaSet, tls }
  return createMongoDataSource(address, options)
}

/** Fails when the file does not exist, because opening it would create an empty database. */
function requireFile(
  file: string | false | undefined,
  factory: DataSourceFactory,
): DataSourceFactory {
  if (!file || file === ':memory:') return factory
  return async (...args) => {
    await access(file).catch(() => {
      throw new UnavailableError(`The file '${file}' does not exist.`)
    })
    return factory(...args)
  }
}
