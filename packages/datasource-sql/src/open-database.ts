import { UnavailableError } from '@service/base'
import { type Address, parseAddress } from './address.js'
import type { Database, DialectName } from './database.js'
import type { Dialect } from './dialect.js'
import type { PostgresPool } from './dialects/postgres/open.js'
import type { EmbeddedPostgres } from './embedded-postgres.js'
import type { SourceConnectionOptions } from './options.js'
import type { PlainTarget } from './read-target.js'

interface OpenDatabase {
  readonly database: Database
  readonly dialect: Dialect
}

type Open = (address: Address, options: SourceConnectionOptions) => Promise<OpenDatabase>

/** Imported on demand, because most applications use one kind of database. */
const openers: Readonly<Record<DialectName, Open>> = {
  postgres: async (address, options) => {
    if (address.isEmbedded) {
      const { connectPGliteFolder } = await import('./dialects/postgres/connect-pglite-folder.js')
      return overPostgres(await connectPGliteFolder(address, options))
    }
    const { connectPostgres } = await import('./dialects/postgres/connect.js')
    return overPostgres(await connectPostgres(address, options))
  },
  mssql: async (address, options) => {
    const { openMssql } = await import('./dialects/mssql/open.js')
    const { mssql } = await import('./dialects/mssql/dialect.js')
    return { database: await openMssql(address, options), dialect: mssql }
  },
  mysql: async (address, options) => {
    const { openMysql } = await import('./dialects/mysql/open.js')
    return openMysql(address, options)
  },
  sqlite: async (address, options) => {
    const { openSqlite } = await import('./dialects/sqlite/open.js')
    const { sqlite } = await import('./dialects/sqlite/dialect.js')
    return { database: await openSqlite(address, options), dialect: sqlite }
  },
}

async function openEmbedded(database: EmbeddedPostgres): Promise<OpenDatabase> {
  const { connectPGlite } = await import('./dialects/postgres/connect.js')
  return overPostgres(await connectPGlite(database))
}

async function overPostgres(pool: PostgresPool): Promise<OpenDatabase> {
  const { openPostgres } = await import('./dialects/postgres/open.js')
  const { postgres } = await import('./dialects/postgres/dialect.js')
  return { database: await openPostgres(pool), dialect: postgres }
}

/** Parses what to open: an address, or the given embedded database. */
export function databaseAt(target: PlainTarget): Address | EmbeddedPostgres {
  if (typeof target === 'string') return parseAddress(target)
  if (typeof target !== 'object' || target === null) {
    throw new Error('createSqlDataSource needs a URI, connection parameters or a PGlite instance.')
  }
  return 'execProtocolStream' in target ? target : parseAddress(target)
}

export async function openDatabase(
  target: PlainTarget,
  options: SourceConnectionOptions,
): Promise<OpenDatabase> {
  const resolved = databaseAt(target)
  if ('execProtocolStream' in resolved) return openEmbedded(resolved)
  try {
    return await openers[resolved.dialect](resolved, options)
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : String(error)
    const where = resolved.host
      ? `'${resolved.database}' on ${resolved.host}`
      : `'${resolved.database}'`
    throw new UnavailableError(
      `The ${resolved.dialect} database ${where} cannot be opened: ${reason}`,
      {
        cause: error,
      },
    )
  }
}
