import type { DialectName } from '../database.js'
import type { Introspection } from '../introspect/introspection.js'
import type { SqlOptions } from '../options.js'

/** Databases without read-only transactions, whose user must have read privileges only. */
const needsReadOnlyUser = (dialect: DialectName): boolean => dialect === 'mssql'

const advice =
  'Connect with a database user that may only read, and set liveQueryUserIsReadOnly: true.'

/** Throws when live queries are enabled on a database that could not prevent them from writing. */
export function checkLiveQueries(
  dialect: DialectName,
  { liveQueryConnections, liveQueryUserIsReadOnly }: SqlOptions,
): void {
  if (liveQueryUserIsReadOnly !== undefined && typeof liveQueryUserIsReadOnly !== 'boolean') {
    throw new Error('liveQueryUserIsReadOnly must be true or false.')
  }
  if (!liveQueryConnections || liveQueryUserIsReadOnly || !needsReadOnlyUser(dialect)) return
  throw new Error(
    `liveQueryConnections is '${liveQueryConnections}', and SQL Server has no read-only transactions: a query could write. ${advice}`,
  )
}

const writeVerbs = ['create', 'update', 'delete'] as const

/** Throws when the catalog shows that the user declared as read-only can write. */
export function checkReadOnlyUser(dialect: DialectName, { tables }: Introspection): void {
  if (!needsReadOnlyUser(dialect)) return
  const writable = tables.find(
    ({ isView, missingPrivileges = [] }) =>
      !isView && writeVerbs.some(verb => !missingPrivileges.includes(verb)),
  )
  if (!writable) return
  throw new Error(
    `liveQueryUserIsReadOnly is set, but the database user may write to the table '${writable.name}'. ${advice}`,
  )
}
