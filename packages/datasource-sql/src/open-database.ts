import type { PGlite } from '@electric-sql/pglite'
import { type Address, type ConnectionParams, parseAddress } from './address.js'
import type { Database, DialectName } from './database.js'
import type { Dialect } from './dialect.js'
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

const openers: Readonly<Partial<Record<DialectName, Open>>> = {
  postgres: async (address, options) => ({
    database: await openPostgres(await connectPostgres(address, options)),
    dialect: postgres,
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
  const open = openers[address.dialect]
  if (!open) throw new Error(`'${address.dialect}' cannot be opened yet.`)
  return open(address, options)
}
