import type { ConnectionParams } from './address.js'
import type { EmbeddedPostgres } from './embedded-postgres.js'
import type { ConnectionOptions, SqlOptions } from './options.js'

/** A database and its options in one object: its URI or connection parameters, and any option. */
export type SqlConnection = (ConnectionParams | { readonly uri: string }) &
  SqlOptions & {
    /** The schema to read tables from; use `schemas` for several. */
    readonly schema?: string
  }

/** What to open: a URI, connection parameters, either with options, or an embedded database. */
export type SqlTarget = string | ConnectionParams | SqlConnection | EmbeddedPostgres

/** The target without options. */
export type PlainTarget = string | ConnectionParams | EmbeddedPostgres

type Members = Readonly<Record<string, unknown>>

const parts: ReadonlySet<string> = new Set<keyof ConnectionParams>([
  'dialect',
  'host',
  'port',
  'user',
  'username',
  'password',
  'database',
  'storage',
])

const unsupported: Readonly<Record<string, string>> = {
  ssh: 'Open the SSH tunnel beside the agent, and connect to the port it listens on',
  proxySocks: 'Connect through a tunnel or proxy that takes connections of the database itself',
  dialectOptions: "Encryption is set by 'sslMode' and 'ssl', time limits by 'statementTimeoutMs'",
}

/**
 * Separates the options in a target from the target itself; options given separately take
 * precedence.
 */
export function readTarget<Options extends ConnectionOptions>(
  target: SqlTarget,
  options: Options,
): { readonly target: PlainTarget; readonly options: Options } {
  if (typeof target !== 'object' || target === null || 'execProtocolStream' in target) {
    return { target, options }
  }
  const { uri, schema, ...rest } = target as unknown as Members
  const given = Object.entries(rest)
  const names = given.map(([name]) => name).filter(name => parts.has(name))
  const refused = given.find(([name]) => Object.hasOwn(unsupported, name))
  if (refused) {
    throw new Error(
      `The option '${refused[0]}' is not supported. ${unsupported[refused[0]]}: see docs/start/datasources-sql.md.`,
    )
  }
  if (uri !== undefined && typeof uri !== 'string') throw new Error("'uri' must be a text.")
  if (uri !== undefined && names.length > 0) {
    throw new Error(`Give the address as 'uri' or in parts, not both: remove ${quoted(names)}.`)
  }
  if (schema !== undefined && 'schemas' in rest) {
    throw new Error("Give 'schema' or 'schemas', not both.")
  }
  return {
    target: uri ?? (pick(given, name => parts.has(name)) as unknown as ConnectionParams),
    options: {
      ...(schema !== undefined && { schemas: [schema] }),
      ...pick(given, name => !parts.has(name)),
      ...options,
    },
  }
}

const pick = (
  given: readonly (readonly [string, unknown])[],
  isPicked: (name: string) => boolean,
) => Object.fromEntries(given.filter(([name]) => isPicked(name)))

const quoted = (names: readonly string[]) => names.map(name => `'${name}'`).join(', ')
