import type { AuditEntry, AuditOperation, AuditUser, NewAuditEntry } from '@service/agent'
import { type Sql, sql } from '@service/datasource-sql'
import { type AuditDialect, columns, readInstant } from './columns.js'

/** Returns the values in the order of the columns. */
export function toCells(entry: NewAuditEntry, dialect: AuditDialect): readonly unknown[] {
  return [
    dialect.instant(entry.timestamp),
    entry.operation,
    entry.collection,
    plain(entry.recordId),
    entry.user?.id ?? null,
    plain(entry.user?.firstName),
    plain(entry.user?.lastName),
    plain(entry.user?.email),
    plain(entry.actionName),
    entry.correlationKey,
    JSON.stringify(entry.previousValues),
    JSON.stringify(entry.newValues),
    'pending',
  ]
}

/** Databases cannot store NUL or half a surrogate pair in texts; in JSON they are escaped. */
export function plain(text: string | null | undefined): string | null {
  return text?.replace(/[\0\p{Surrogate}]/gu, '\ufffd') ?? null
}

export function selectList(dialect: AuditDialect): Sql {
  return sql.join(
    Object.entries(columns).map(([name, kind]) => {
      if (kind === 'instant') return dialect.instantText(sql.id(name))
      return kind === 'json' ? dialect.jsonText(sql.id(name)) : sql.id(name)
    }),
  )
}

export function toEntry(cells: readonly unknown[]): AuditEntry {
  const [id, timestamp, operation, collection, recordId, ...rest] = cells
  const [actionName, correlationKey, previousValues, newValues, status] = rest.slice(4)
  return {
    id: Number(id),
    timestamp: readInstant(String(timestamp)),
    operation: operation as AuditOperation,
    collection: String(collection),
    recordId: toText(recordId),
    user: toUser(rest),
    actionName: toText(actionName),
    correlationKey: toText(correlationKey),
    previousValues: JSON.parse(String(previousValues)),
    newValues: JSON.parse(String(newValues)),
    status: status as AuditEntry['status'],
  }
}

export function toUser([id, firstName, lastName, email]: readonly unknown[]): AuditUser | null {
  if (id === null || id === undefined) return null
  return {
    id: Number(id),
    firstName: toText(firstName) ?? '',
    lastName: toText(lastName) ?? '',
    email: toText(email) ?? '',
  }
}

const toText = (cell: unknown) => (cell === null || cell === undefined ? null : String(cell))
