import type { PGlite } from '@electric-sql/pglite'
import { UnavailableError } from '@service/datasource-toolkit'
import { type Address, type ConnectionParams, parseAddress } from './address.js'
import type { Database, DialectName } from './database.js'
import type { Dialect } from './dialect.js'
import { mssql } from './dialects/mssql/dialect.js'
import { openMssql } from './dialects/mssql/open.js'
import { openMysql } from './dialects/mysql/open.js'
import { connectPGlite, connectPostgres } from './dialects/postgres/connect.js'
import { postgres } from './dialects/postgres/dialect.js'
import { openPostgres } from './dialects/postgres/open.js'
import { sqlite } from './dialects/sqlite/dialect.js'
import { openSqlite } from './dialects/sqlite/open.js'
import type { ConnectionOptions } from './options.js'

interface OpenDatabase {
  readonly database: Database
  readonly dialect: Dialect
}

type Open = (address: Address, options: ConnectionOptions) => Promise<OpenDatabase>

const openers: Readonly<Record<DialectName, Open>> = {
  postgres: async (address, options) => ({
    database: await openPostgres(await connectPostgres(address, options)),
    dialect: postgres,
  }),
  mssql: async (address, options) => ({
    database: await openMssql(address, options),
    dialect: mssql,
  }),
  mysql: openMysql,
  sqlite: async (address, options) => ({
    database: await openSqlite(address, options),
    dialect: sqlite,
  }),
}

/** What to open, understood: an address, or the embedded database given. */
export function databaseAt(target: string | ConnectionParams | PGlite): Address | PGlite {
  if (typeof target === 'string') return parseAddress(target)
  if (typeof target !== 'object' || target === null) {
    throw new Error('createSqlDataSource needs a URI, connection parameters or a PGlite instance.')
  }
  return 'execProtocolStream' in target ? target : parseAddress(target)
}

export async function openDatabase(
  target: string | ConnectionParams | PGlite,
  options: ConnectionOptions,
): Promise<OpenDatabase> {
  const place = databaseAt(target)
  if ('execProtocolStream' in place) {
    const database = await openPostgres(await connectPGlite(place))
    return { database, dialect: postgres }
  }
  try {
    return await openers[place.dialect](place, options)
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : String(error)
    const where = place.host ? `'${place.database}' on ${place.host}` : `'${place.database}'`
    throw new UnavailableError(
      `The ${place.dialect} database ${where} cannot be opened: ${reason}`,
      {
        cause: error,
      },
    )
  }
}
