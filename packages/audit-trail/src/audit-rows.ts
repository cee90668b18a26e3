import type {
  AuditEntry,
  AuditOperation,
  AuditUser,
  NewAuditEntry,
  SettledEntry,
} from '@service/agent'
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

/** Returns the values of the columns in which a finished entry can differ, and its status. */
export function toChangedCells(change: NonNullable<SettledEntry['change']>): readonly unknown[] {
  return [
    change.operation,
    plain(change.recordId),
    JSON.stringify(change.previousValues),
    JSON.stringify(change.newValues),
    'done',
  ]
}

export const countCharacters = (cells: readonly unknown[]): number =>
  cells.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 8), 0)

/** Databases cannot store NUL or half a surrogate pair in texts; in JSON they are escaped. */
function plain(text: string | null | undefined): string | null {
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
