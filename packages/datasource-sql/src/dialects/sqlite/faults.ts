import type { Fault, FaultKind } from '../../errors.js'

/** Result codes of SQLite: https://sqlite.org/rescode.html */
const kinds: Readonly<Record<string, FaultKind>> = {
  SQLITE_CONSTRAINT_UNIQUE: 'unique',
  SQLITE_CONSTRAINT_PRIMARYKEY: 'unique',
  SQLITE_CONSTRAINT_ROWID: 'unique',
  SQLITE_CONSTRAINT_FOREIGNKEY: 'foreignKey',
  SQLITE_CONSTRAINT_NOTNULL: 'notNull',
  SQLITE_CONSTRAINT_CHECK: 'check',
  SQLITE_CONSTRAINT_TRIGGER: 'raised',
}

/** Kinds by primary code: the lowest byte of each extended code is its primary code. */
const primaryKinds: Readonly<Record<number, FaultKind>> = {
  3: 'denied',
  5: 'conflict',
  6: 'conflict',
  7: 'exhausted',
  8: 'readOnly',
  9: 'timeout',
  10: 'unavailable',
  13: 'full',
  14: 'unavailable',
  18: 'tooLong',
  20: 'invalidValue',
  23: 'denied',
}

/** Raised by STRICT tables; the driver has no name for this code. */
const CONSTRAINT_DATATYPE = 3091

interface SqliteError extends Error {
  readonly code?: string
  readonly rawCode?: number
}

/**
 * Parses `UNIQUE constraint failed: orders.a, orders.b`; a check constraint is named instead of its
 * columns.
 */
export function toFault(error: SqliteError): Fault | undefined {
  const { code, message } = error
  if (message.startsWith('ConnectionFailed')) return { kind: 'unavailable' }
  if (code === 'SQLITE_ERROR') return faultOfMessage(message)
  const kind = findFaultKind(error)
  if (!kind) return undefined
  if (kind === 'raised') return { kind, sentence: message }
  const named = /constraint failed: (.*)/.exec(message)?.[1]
  if (!named) return { kind }
  if (kind === 'check') return { kind, constraint: named }
  return { kind, columns: named.split(', ').map(name => name.slice(name.indexOf('.') + 1)) }
}

function findFaultKind({ code = '', rawCode = 0 }: SqliteError): FaultKind | undefined {
  if (rawCode === CONSTRAINT_DATATYPE) return 'invalidValue'
  return kinds[code] ?? primaryKinds[rawCode & 0xff]
}

/** Errors that SQLite distinguishes only in the message, which is never translated. */
function faultOfMessage(message: string): Fault | undefined {
  const generated = /^cannot (?:INSERT into|UPDATE) generated column "(.*)"$/.exec(message)?.[1]
  if (generated) return { kind: 'generated', columns: [generated] }
  return COMPUTATIONS.has(message) ? { kind: 'computation', sentence: message } : undefined
}

const COMPUTATIONS: ReadonlySet<string> = new Set(['integer overflow', 'malformed JSON'])
