import { knownNames, OptionError } from '@service/base'
import type { DialectName } from './database.js'

/** The parsed address of a database, from a URI or from connection parameters. */
export interface Address {
  readonly dialect: DialectName
  readonly host: string
  readonly port?: number | undefined
  readonly user?: string | undefined
  readonly password?: string | undefined
  /** Name of the database; SQLite: path of the file, or `:memory:`; PGlite: path of the folder. */
  readonly database: string
  /** Whether it is a PGlite that this process opens. */
  readonly isEmbedded?: boolean
  /** The query parameters of a URI. */
  readonly parameters: Readonly<Record<string, string>>
}

/** A connection given as separate parameters instead of a URI. */
export interface ConnectionParams {
  readonly dialect: DialectAlias
  readonly host?: string
  readonly port?: number
  readonly user?: string
  readonly username?: string
  readonly password?: string
  readonly database?: string
  /** SQLite: path of the file. PGlite: path of the folder. */
  readonly storage?: string
}

const dialects = {
  postgres: 'postgres',
  postgresql: 'postgres',
  pg: 'postgres',
  pglite: 'postgres',
  mysql: 'mysql',
  mysql2: 'mysql',
  mariadb: 'mysql',
  sqlite: 'sqlite',
  file: 'sqlite',
  mssql: 'mssql',
  sqlserver: 'mssql',
  tedious: 'mssql',
} as const satisfies Record<string, DialectName>

type DialectAlias = keyof typeof dialects

function dialectNamed(name: string): DialectName {
  if (typeof name !== 'string') {
    const known = Object.keys(dialects).join(', ')
    throw new OptionError(
      `The connection needs a 'uri', or a 'dialect', which is one of: ${known}.`,
    )
  }
  if (Object.hasOwn(dialects, name)) return dialects[name as DialectAlias]
  throw new OptionError(
    `Unknown database '${name}'. Known: ${knownNames(name, Object.keys(dialects))}`,
  )
}

export function parseAddress(target: string | ConnectionParams): Address {
  return typeof target === 'string' ? parseUri(target) : parseParams(target)
}

function parseParams(params: ConnectionParams): Address {
  if (params.dialect === 'pglite') return pgliteAddress(params.storage ?? params.database ?? '')
  return {
    dialect: dialectNamed(params.dialect),
    host: params.host ?? 'localhost',
    port: params.port,
    user: params.user ?? params.username,
    password: params.password,
    database: params.storage ?? params.database ?? '',
    parameters: {},
  }
}

function parseUri(uri: string): Address {
  const scheme = /^([a-z0-9]+):/i.exec(uri)?.[1]
  if (!scheme)
    throw new Error(`The database address must be a URI such as postgres://user@host/name.`)
  const dialect = dialectNamed(scheme.toLowerCase())
  if (dialect === 'sqlite') return sqliteAddress(uri.slice(scheme.length + 1))
  if (/^pglite:/i.test(uri)) return pgliteAddress(decodePath(uri.slice('pglite:'.length)))
  const url = new URL(uri)
  const parameters = Object.fromEntries(url.searchParams)
  return {
    dialect,
    host:
      parameters.host ?? (decodeURIComponent(url.hostname).replace(/^\[|\]$/g, '') || 'localhost'),
    port: url.port ? Number(url.port) : undefined,
    user: url.username ? decodeURIComponent(url.username) : undefined,
    password: url.password ? decodeURIComponent(url.password) : undefined,
    database: decodeURIComponent(url.pathname.slice(1)),
    parameters,
  }
}

/** `sqlite::memory:`, `sqlite:relative.db`, `sqlite:///absolute.db`, `file:data.db`. */
const sqliteAddress = (rest: string): Address => ({
  dialect: 'sqlite',
  host: '',
  database: decodePath(rest),
  parameters: {},
})

/** `pglite:relative`, `pglite:///absolute`. */
function pgliteAddress(folder: string): Address {
  if (folder === '' || folder === ':memory:') {
    throw new Error(
      'The address of a PGlite is a folder: pglite:data/shop. One in memory is given as an instance.',
    )
  }
  return { dialect: 'postgres', host: '', database: folder, parameters: {}, isEmbedded: true }
}

const decodePath = (rest: string): string => decodeURIComponent(rest.replace(/^\/\//, ''))
