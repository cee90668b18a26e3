import {
  checkOptionNames,
  isNonEmptyString,
  knownNames,
  listOptionNames,
  OptionError,
  show,
} from '@service/base'
import type { ConnectionParams } from './address.js'
import { type ConnectionOptions, type SqlOptions, type SslFiles, sslModes } from './options.js'
import type { SqlTarget } from './read-target.js'

const connectionNames = {
  pool: true,
  statementTimeoutMs: true,
  preparedStatements: true,
  sslMode: true,
  ssl: true,
} as const satisfies Record<keyof ConnectionOptions, true>

const sqlNames = listOptionNames<SqlOptions>({
  ...connectionNames,
  readOnly: true,
  schemas: true,
  primaryKeys: true,
  liveQueryConnections: true,
  liveQueryUserIsReadOnly: true,
  liveQueryTimeoutMs: true,
  liveQueryMaxRows: true,
})

const paramNames = listOptionNames<ConnectionParams>({
  dialect: true,
  host: true,
  port: true,
  user: true,
  username: true,
  password: true,
  database: true,
  storage: true,
})

const targetNames = [...paramNames, 'uri', 'schema', ...sqlNames]

const poolNames = listOptionNames<NonNullable<ConnectionOptions['pool']>>({
  max: true,
  acquireTimeoutMs: true,
  idleTimeoutMs: true,
})

const sslNames = listOptionNames<SslFiles>({ ca: true, cert: true, key: true })

/** Throws when an option of `createSqlDataSource` does not exist or has an invalid value. */
export function checkSqlOptions(options: SqlOptions): void {
  checkOptionNames(options, sqlNames, 'createSqlDataSource')
  checkConnectionOptions(options)
  for (const name of ['liveQueryTimeoutMs', 'liveQueryMaxRows'] as const) {
    checkCount(name, options[name])
  }
  const { schemas, primaryKeys, liveQueryConnections, readOnly } = options
  checkFlag('readOnly', readOnly)
  if (schemas !== undefined && !isTexts(schemas)) {
    throw wrong('schemas', schemas, "a list of names like ['public']")
  }
  if (primaryKeys !== undefined && !isKeys(primaryKeys)) {
    throw wrong('primaryKeys', primaryKeys, "lists of columns by collection like { sales: ['id'] }")
  }
  if (liveQueryConnections !== undefined && !isNonEmptyString(liveQueryConnections)) {
    throw wrong('liveQueryConnections', liveQueryConnections, 'a name')
  }
}

/** The same for the options of connections. */
export function checkConnectionOptions({
  pool = {},
  ssl = {},
  sslMode,
  statementTimeoutMs,
  preparedStatements,
}: ConnectionOptions): void {
  checkOptionNames(pool, poolNames, "'pool'")
  for (const [name, value] of Object.entries(pool)) checkCount(`pool.${name}`, value)
  checkOptionNames(ssl, sslNames, "'ssl'")
  for (const [name, value] of Object.entries(ssl)) {
    if (value === undefined || isNonEmptyString(value)) continue
    throw new OptionError(`Option 'ssl.${name}' must be a PEM text (its value is not shown).`)
  }
  if (sslMode !== undefined && !sslModes.includes(sslMode)) {
    throw new OptionError(
      `Option 'sslMode' is ${show(sslMode)}. It must be one of these: ${knownNames(String(sslMode), sslModes)}`,
    )
  }
  checkCount('statementTimeoutMs', statementTimeoutMs)
  checkFlag('preparedStatements', preparedStatements)
}

/** Throws when a connection parameter, or an option given with it, does not exist. */
export function checkTargetNames(target: SqlTarget): void {
  if (typeof target !== 'object' || target === null || 'execProtocolStream' in target) return
  checkOptionNames(target, targetNames, 'the connection')
}

/**
 * Lists the URI parameters that are not used; a warning and not an error, because parameters of
 * other drivers are common.
 */
export function unusedParameters(parameters: Readonly<Record<string, string>>): readonly string[] {
  return Object.keys(parameters)
    .filter(name => !parameterNames.includes(name))
    .map(
      name =>
        `The parameter '${name}' of the database address is not used. These are: ${knownNames(name, parameterNames)}`,
    )
}

const parameterNames = ['host', 'sslmode', 'ssl', 'options', 'application_name']

function checkCount(name: string, value: unknown): void {
  if (value === undefined || (typeof value === 'number' && value > 0)) return
  throw wrong(name, value, 'a number above 0')
}

function checkFlag(name: string, value: unknown): void {
  if (value === undefined || typeof value === 'boolean') return
  throw wrong(name, value, 'true or false')
}

const isTexts = (value: unknown) =>
  Array.isArray(value) && value.length > 0 && value.every(isNonEmptyString)

const isKeys = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.values(value).every(isTexts)

const wrong = (name: string, value: unknown, allowed: string) =>
  new OptionError(`Option '${name}' is ${show(value)}. It must be ${allowed}.`)
