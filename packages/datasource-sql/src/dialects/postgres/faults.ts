import { type Fault, type FaultKind, isSocketError } from '../../errors.js'

/** PostgreSQL's error codes: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const kinds: Readonly<Record<string, FaultKind>> = {
  '23505': 'unique',
  '23P01': 'unique',
  '23503': 'foreignKey',
  '23001': 'foreignKey',
  '23502': 'notNull',
  '23514': 'check',
  '44000': 'check',
  '22001': 'tooLong',
  '22003': 'outOfRange',
  '22008': 'outOfRange',
  '22P02': 'invalidValue',
  '22007': 'invalidValue',
  '22021': 'invalidValue',
  '22P05': 'invalidValue',
  '428C9': 'invalidValue',
  '40001': 'conflict',
  '40P01': 'conflict',
  '55P03': 'conflict',
  '25006': 'readOnly',
  '57014': 'timeout',
  '25P03': 'timeout',
  '57P01': 'unavailable',
  '57P02': 'unavailable',
  '57P03': 'unavailable',
  '53300': 'unavailable',
  '08000': 'unavailable',
  '08003': 'unavailable',
  '08006': 'unavailable',
}

interface PostgresError extends Error {
  readonly code?: string
  readonly detail?: string
  readonly column?: string
  readonly constraint?: string
}

/** What the driver says when the server leaves a query unanswered. */
const READ_TIMEOUT = 'Query read timeout'

const DEAD_CONNECTION =
  /^(Connection terminated|Client (has encountered a connection error|was closed)|The server closed)/

/** True when the connection must not be used again. */
export const isLostConnection = (error: PostgresError): boolean =>
  error.message === READ_TIMEOUT || isDeadConnection(error)

/** True when the connection was gone: a read may be repeated on another. */
export function isDeadConnection(error: PostgresError): boolean {
  return (
    isSocketError(error) ||
    DEAD_CONNECTION.test(error.message) ||
    (error.code !== undefined && kinds[error.code] === 'unavailable')
  )
}

/** The plan of a prepared statement is void because a table changed. */
export const isStalePlan = (error: PostgresError): boolean =>
  error.code === '0A000' && error.message.includes('cached plan')

export function faultOf(error: PostgresError): Fault | undefined {
  if (error.message.startsWith('timeout exceeded when trying to connect')) return { kind: 'busy' }
  if (error.message === READ_TIMEOUT) return { kind: 'timeout' }
  if (isDeadConnection(error)) return { kind: 'unavailable' }
  const kind = error.code && kinds[error.code]
  if (!kind) return undefined
  return { kind, columns: columnsOf(error), constraint: error.constraint }
}

/** Constraints name their columns only in the detail: `Key (a, b)=(1, 2) already exists.` */
function columnsOf({ column, detail }: PostgresError): readonly string[] | undefined {
  if (column) return [column]
  const names = detail?.match(/^\w+ \(([^)]*)\)=/)?.[1]
  return names?.split(', ').map(name => name.replace(/^"|"$/g, ''))
}
