import { type Fault, type FaultKind, isSocketError } from '../../errors.js'

/** PostgreSQL's error codes: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const kinds: Readonly<Record<string, FaultKind>> = {
  '23505': 'unique',
  '23P01': 'exclusion',
  '23503': 'foreignKey',
  '23001': 'foreignKey',
  '23502': 'notNull',
  '23514': 'check',
  '44000': 'check',
  '22001': 'tooLong',
  '22003': 'outOfRange',
  '22008': 'outOfRange',
  '22012': 'computation',
  '428C9': 'generated',
  '55P03': 'conflict',
  '25006': 'readOnly',
  '25P03': 'timeout',
  '42501': 'denied',
  '53100': 'full',
  '53200': 'exhausted',
  '53400': 'exhausted',
  '57014': 'timeout',
  '57P05': 'timeout',
}

/** The kind for codes without a row of their own, by their first two characters. */
const kindsOfClass: Readonly<Record<string, FaultKind>> = {
  '08': 'unavailable',
  '22': 'invalidValue',
  '23': 'check',
  '40': 'conflict',
  '53': 'unavailable',
  '54': 'tooComplex',
  '57': 'unavailable',
  '58': 'unavailable',
  HV: 'unavailable',
}

/** Classes that PostgreSQL uses itself; codes of other classes are raised by database code. */
const OWN_CLASSES = /^(0.|2.|3[49BDF]|4[024]|5[34578]|72|F0|HV|XX)/

const kindOfCode = (code: string): FaultKind | undefined =>
  kinds[code] ?? kindsOfClass[code.slice(0, 2)]

interface PostgresError extends Error {
  readonly code?: string
  readonly detail?: string
  readonly column?: string
  readonly constraint?: string
  readonly hint?: string
  /** Absent when the error comes from the driver or the socket. */
  readonly severity?: string
  /** The server function that reports the error; never translated. */
  readonly routine?: string
}

/** The driver's message for a query without a response from the server. */
const READ_TIMEOUT = 'Query read timeout'

const DEAD_CONNECTION =
  /^(Connection terminated|Client (has encountered a connection error|was closed)|The server closed)/

/** Whether the connection must not be used again. */
export const isLostConnection = (error: PostgresError): boolean =>
  error.message === READ_TIMEOUT || isDeadConnection(error)

/** The server ended the connection or did not accept it. */
const CONNECTION_CODE = /^(08...|57P0[1-4]|53300)$/

/** Whether the connection was lost, so that a read can be repeated on another. */
export function isDeadConnection(error: PostgresError): boolean {
  return (
    isSocketError(error) ||
    DEAD_CONNECTION.test(error.message) ||
    (error.code !== undefined && CONNECTION_CODE.test(error.code))
  )
}

/** Whether the plan of a prepared statement became invalid because a table changed. */
export const isStalePlan = (error: PostgresError): boolean =>
  error.code === '0A000' && error.message.includes('cached plan')

/** Whether the server cancelled the statement, which has then changed nothing. */
export const isCancelled = (error: PostgresError): boolean => error.code === '57014'

/** Whether the cause of a typed error is a date or time out of range. */
export const isDateOverflow = (error: unknown): boolean =>
  error instanceof Error && (error.cause as PostgresError | undefined)?.code === '22008'

export function toFault(error: PostgresError): Fault | undefined {
  if (error.message.startsWith('timeout exceeded when trying to connect')) return { kind: 'busy' }
  if (error.message === READ_TIMEOUT) return { kind: 'timeout' }
  if (isRaised(error)) return { kind: 'raised', sentence: error.message }
  if (isDeadConnection(error)) return { kind: 'unavailable' }
  // An aborted request has a numeric code.
  if (typeof error.code !== 'string') return undefined
  const kind = kindOfCode(error.code) ?? kindOfHint(error)
  if (!kind) return undefined
  const object = parseObjectName(error.message)
  if (kind === 'generated') return { kind, columns: object ? [object] : undefined }
  return { kind, columns: parseColumns(error), constraint: error.constraint, object }
}

/**
 * Database code raised the error for people to read, whatever its code; errors that call for a
 * retry keep their kind.
 */
function isRaised({ severity, code = '', routine }: PostgresError): boolean {
  if (!severity || code.startsWith('40')) return false
  return routine === 'exec_stmt_raise' || code.startsWith('P0') || !OWN_CLASSES.test(code)
}

/**
 * Two errors share their codes with others. Commands in hints are not translated, unlike messages.
 */
function kindOfHint({ code, hint = '' }: PostgresError): FaultKind | undefined {
  if (code === '55000' && hint.includes('REFRESH MATERIALIZED VIEW')) return 'unpopulated'
  return code === '0A000' && / RETURNING /.test(hint) ? 'replaced' : undefined
}

/** `permission denied for table orders`, `materialized view "sales" has not been populated`. */
const parseObjectName = (message: string): string | undefined =>
  (/"([^"]+)"/.exec(message) ??
    /^permission denied for (?:materialized |foreign )?[a-z]+ (.+)$/.exec(message))?.[1]

/** Constraint errors name their columns only in the detail: `Key (a, b)=(1, 2) already exists.` */
function parseColumns({ column, detail }: PostgresError): readonly string[] | undefined {
  if (column) return [column]
  const names = detail?.match(/^\w+ \(([^)]*)\)=/)?.[1]
  return names?.split(', ').map(name => name.replace(/^"|"$/g, ''))
}
