import type { Fault, FaultKind } from '../../errors.js'

/** Result codes of SQLite: https://sqlite.org/rescode.html */
const kinds: Readonly<Record<string, FaultKind>> = {
  SQLITE_CONSTRAINT_UNIQUE: 'unique',
  SQLITE_CONSTRAINT_PRIMARYKEY: 'unique',
  SQLITE_CONSTRAINT_ROWID: 'unique',
  SQLITE_CONSTRAINT_FOREIGNKEY: 'foreignKey',
  SQLITE_CONSTRAINT_NOTNULL: 'notNull',
  SQLITE_CONSTRAINT_CHECK: 'check',
  SQLITE_CONSTRAINT_DATATYPE: 'invalidValue',
  SQLITE_MISMATCH: 'invalidValue',
  SQLITE_TOOBIG: 'tooLong',
  SQLITE_BUSY: 'conflict',
  SQLITE_BUSY_SNAPSHOT: 'conflict',
  SQLITE_LOCKED: 'conflict',
  SQLITE_READONLY: 'readOnly',
  SQLITE_INTERRUPT: 'timeout',
  SQLITE_CANTOPEN: 'unavailable',
  SQLITE_IOERR: 'unavailable',
}

/** `UNIQUE constraint failed: orders.a, orders.b`; a check names its rule instead. */
export function faultOf(error: Error & { readonly code?: string }): Fault | undefined {
  const kind = error.code && kinds[error.code]
  if (!kind) return undefined
  const named = /constraint failed: (.*)$/.exec(error.message)?.[1]
  if (!named) return { kind }
  if (kind === 'check') return { kind, constraint: named }
  return { kind, columns: named.split(', ').map(name => name.slice(name.indexOf('.') + 1)) }
}
