import type { PGlite } from '@electric-sql/pglite'
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

export interface OpenDatabase {
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

/** Opens the database at an address, or the embedded one given. */
export async function openDatabase(
  target: string | ConnectionParams | PGlite,
  options: ConnectionOptions,
): Promise<OpenDatabase> {
  if (typeof target === 'object' && 'execProtocolStream' in target) {
    const database = await openPostgres(await connectPGlite(target))
    return { database, dialect: postgres }
  }
  const address = parseAddress(target)
  return openers[address.dialect](address, options)
}
