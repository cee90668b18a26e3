import { type Fault, type FaultKind, isSocketError } from '../../errors.js'

/** Numbers of MySQL and MariaDB: https://mariadb.com/kb/en/mariadb-error-codes/ */
const kinds: Readonly<Record<number, FaultKind>> = {
  1062: 'unique',
  1586: 'unique',
  1216: 'foreignKey',
  1217: 'foreignKey',
  1451: 'foreignKey',
  1452: 'foreignKey',
  1048: 'notNull',
  1364: 'notNull',
  3819: 'check',
  4025: 'check',
  1406: 'tooLong',
  1264: 'outOfRange',
  1690: 'outOfRange',
  1153: 'tooLong',
  1265: 'invalidValue',
  1292: 'invalidValue',
  1300: 'invalidValue',
  1366: 'invalidValue',
  1367: 'invalidValue',
  1411: 'invalidValue',
  3140: 'invalidValue',
  4038: 'invalidValue',
  1906: 'generated',
  3105: 'generated',
  1365: 'computation',
  1044: 'denied',
  1142: 'denied',
  1143: 'denied',
  1227: 'denied',
  1370: 'denied',
  1021: 'full',
  1114: 'full',
  1037: 'exhausted',
  1038: 'exhausted',
  1041: 'exhausted',
  1226: 'exhausted',
  1461: 'exhausted',
  1436: 'tooComplex',
  1104: 'tooComplex',
  1205: 'conflict',
  1213: 'conflict',
  1020: 'conflict',
  3572: 'conflict',
  1290: 'readOnly',
  1792: 'readOnly',
  1836: 'readOnly',
  1317: 'timeout',
  1969: 'timeout',
  3024: 'timeout',
  1040: 'unavailable',
  1053: 'unavailable',
  1129: 'unavailable',
  1203: 'unavailable',
  1927: 'unavailable',
}

interface MysqlError extends Error {
  readonly errno?: number
  readonly code?: string
  readonly sqlState?: string
  readonly sqlMessage?: string
  readonly fatal?: boolean
}

const LOST = new Set(['PROTOCOL_CONNECTION_LOST', 'PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR'])

/** The driver's code for a statement without a response from the server. */
const UNANSWERED = 'PROTOCOL_SEQUENCE_TIMEOUT'

export const unanswered = (): Error =>
  Object.assign(new Error('The server leaves a statement unanswered.'), { code: UNANSWERED })

/** Whether the connection must not be used again. */
export const isLostConnection = (error: MysqlError): boolean =>
  error.code === UNANSWERED || isDeadConnection(error)

/** Whether the connection was lost, so that a read can be repeated on another. */
export function isDeadConnection(error: MysqlError): boolean {
  return (
    isSocketError(error) ||
    LOST.has(error.code ?? '') ||
    /closed state|connection is closed/i.test(error.message) ||
    (error.errno !== undefined && kinds[error.errno] === 'unavailable')
  )
}

export function toFault(error: MysqlError): Fault | undefined {
  if (error.code === UNANSWERED) return { kind: 'timeout' }
  if (isRaised(error)) return { kind: 'raised', sentence: error.sqlMessage }
  if (isDeadConnection(error)) return { kind: 'unavailable' }
  const kind = error.errno === undefined ? undefined : kinds[error.errno]
  return kind && { kind, ...namesIn(kind, error.message) }
}

/** Matches `signal` and `resignal`, whatever error number the database code uses. */
const isRaised = ({ errno, sqlState = '' }: MysqlError): boolean =>
  errno === SIGNALLED || sqlState === '45000'

const SIGNALLED = 1644

/** Only the English message contains the names. */
function namesIn(kind: FaultKind, message: string): Omit<Fault, 'kind'> {
  if (kind === 'unique') {
    const key = /for key '(?:[^']*\.)?([^']+)'/.exec(message)?.[1]
    return { constraint: key }
  }
  if (kind === 'foreignKey') {
    const [, constraint, columns] =
      /CONSTRAINT `([^`]+)` FOREIGN KEY \(([^)]*)\)/.exec(message) ?? []
    return {
      constraint,
      columns: columns?.split(', ').map(column => column.replaceAll('`', '')),
    }
  }
  if (kind === 'check') {
    return { constraint: /CONSTRAINT [`'](?:[^`']*\.)?([^`']+)[`']/i.exec(message)?.[1] }
  }
  if (kind === 'denied') {
    return {
      object: /for (?:table|routine|column '[^']*' in table) [`']?(?:[^'`]*`\.`)*([^'`]+)[`']/.exec(
        message,
      )?.[1],
    }
  }
  const column = /(?:[Cc]olumn|Field) [`']?(?:[^'`]*`\.`)*([^'`]+)[`']/.exec(message)?.[1]
  return column ? { columns: [column] } : {}
}
