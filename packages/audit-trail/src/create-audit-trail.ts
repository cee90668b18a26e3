import type { AuditTrail } from '@service/agent'
import { checkOptionNames, listOptionNames } from '@service/base'
import {
  type ConnectionOptions,
  checkSqlTarget,
  openSqlDatabase,
  type SqlDatabase,
  type SqlTarget,
} from '@service/datasource-sql'
import { type AuditTable, auditTable } from './audit-table.js'
import { dialects } from './columns.js'
import { AuditOptionError } from './errors.js'

/** Where an audit trail is stored, and which values it leaves out. */
export interface AuditTrailOptions extends ConnectionOptions {
  /** A URL, connection parameters or an embedded database, as for `createSqlDataSource`. */
  readonly connection: SqlTarget
  /** Created when it does not exist. Default: `audit_trail`. */
  readonly table?: string
  /** Fields whose values are not stored, as `collection.field`. */
  readonly redact?: readonly string[]
  /** Rejects changes that cannot be recorded. Default: false, which logs a warning. */
  readonly critical?: boolean
}

const tableName = /^[A-Za-z_]\w{0,40}(\.[A-Za-z_]\w{0,40})?$/

/**
 * Records the values before and after each change in a table of an SQL database: PostgreSQL,
 * MariaDB, MySQL or SQLite.
 *
 * @example
 * const agent = createAgent({
 *   authSecret,
 *   envSecret,
 *   auditTrail: createAuditTrail({
 *     connection: 'postgres://user:secret@localhost:5432/audit',
 *     redact: ['customers.iban'],
 *     critical: true,
 *   }),
 * })
 */
export function createAuditTrail(options: AuditTrailOptions): AuditTrail {
  checkOptions(options)
  const { connection, table = 'audit_trail', redact = [], critical = false, ...rest } = options
  let database: SqlDatabase | undefined
  let opening: Promise<AuditTable> | undefined

  const open = async (): Promise<AuditTable> => {
    const opened = await openSqlDatabase(connection, rest)
    try {
      const made = tableIn(opened, table)
      await made.make()
      database = opened
      return made
    } catch (error) {
      await opened.close()
      throw error
    }
  }

  /** Opens the database on first use, and again on the next use after a failure. */
  const ready = (): Promise<AuditTable> => {
    opening ??= open().catch(error => {
      opening = undefined
      throw error
    })
    return opening
  }

  return {
    isCritical: critical,
    redacted: redact,
    async open() {
      await ready()
    },
    async close() {
      await opening?.catch(() => undefined)
      opening = undefined
      await database?.close()
      database = undefined
    },
    begin: async entries => (await ready()).begin(entries),
    settle: async entries => (await ready()).settle(entries),
    withdraw: async ids => (await ready()).withdraw(ids),
    find: async (query, page) => (await ready()).find(query, page),
    count: async query => (await ready()).count(query),
    users: async query => (await ready()).users(query),
  }
}

function tableIn(database: SqlDatabase, name: string): AuditTable {
  const dialect = dialects[database.dialect]
  if (dialect) return auditTable(database, dialect, name.split('.'))
  throw new AuditOptionError(
    `An audit trail cannot be stored in ${database.dialect}. Supported databases: ${Object.keys(dialects).join(', ')}.`,
  )
}

const optionNames = listOptionNames<AuditTrailOptions>({
  connection: true,
  table: true,
  redact: true,
  critical: true,
  pool: true,
  statementTimeoutMs: true,
  preparedStatements: true,
  sslMode: true,
  ssl: true,
})

function checkOptions(options: AuditTrailOptions): void {
  checkOptionNames(options, optionNames, 'createAuditTrail')
  const { connection, table, redact = [], critical, ...rest } = options
  checkSqlTarget(connection, rest)
  if (table !== undefined && !tableName.test(table)) {
    throw wrong('table', table, "a name like 'audit_trail' or 'audit.trail'")
  }
  if (!Array.isArray(redact) || !redact.every(path => /^.[^.]*\..+$/.test(path))) {
    throw wrong('redact', redact, "a list of fields like ['customers.iban']")
  }
  if (critical !== undefined && typeof critical !== 'boolean') {
    throw wrong('critical', critical, 'true or false')
  }
}

function wrong(name: string, value: unknown, allowed: string): AuditOptionError {
  return new AuditOptionError(
    `Option '${name}' of the audit trail is ${JSON.stringify(value)}. It must be ${allowed}.`,
  )
}
