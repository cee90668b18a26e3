import { type Fault, type FaultKind, isSocketError } from '../../errors.js'

/** Error numbers: https://learn.microsoft.com/sql/relational-databases/errors-events */
const kinds: Readonly<Record<number, FaultKind>> = {
  2627: 'unique',
  2601: 'unique',
  515: 'notNull',
  2628: 'tooLong',
  8152: 'tooLong',
  220: 'outOfRange',
  232: 'outOfRange',
  242: 'outOfRange',
  8115: 'outOfRange',
  241: 'invalidValue',
  245: 'invalidValue',
  257: 'invalidValue',
  206: 'invalidValue',
  271: 'generated',
  272: 'generated',
  544: 'generated',
  8102: 'generated',
  8114: 'invalidValue',
  8169: 'invalidValue',
  8134: 'computation',
  229: 'denied',
  230: 'denied',
  262: 'denied',
  297: 'denied',
  300: 'denied',
  916: 'denied',
  3906: 'readOnly',
  978: 'readOnly',
  1101: 'full',
  1105: 'full',
  9002: 'full',
  701: 'exhausted',
  802: 'exhausted',
  1204: 'exhausted',
  8645: 'exhausted',
  10928: 'exhausted',
  10929: 'exhausted',
  1205: 'conflict',
  1222: 'conflict',
  3960: 'conflict',
  233: 'unavailable',
  4060: 'unavailable',
  10053: 'unavailable',
  10054: 'unavailable',
  40197: 'unavailable',
  40501: 'unavailable',
  40613: 'unavailable',
}

/** Error codes of the driver itself. */
const codes: Readonly<Record<string, FaultKind>> = {
  ETIMEOUT: 'timeout',
  ESOCKET: 'unavailable',
  ECONNCLOSED: 'unavailable',
}

const BROKEN_RULE = 547

interface MssqlError extends Error {
  readonly number?: number
  readonly code?: string
}

export function toFault(error: MssqlError): Fault | undefined {
  if (isRaised(error)) return { kind: 'raised', sentence: error.message }
  const kind = findFaultKind(error)
  if (!kind) return undefined
  const column = /column '([^']+)'/.exec(error.message)?.[1]
  const constraint = /(?:constraint|unique index) ["']([^"']+)["']/i.exec(error.message)?.[1]
  // A foreign key error names the referenced column, not the one that was written.
  const namesColumn = kind === 'notNull' || kind === 'tooLong' || kind === 'generated'
  if (kind === 'denied') {
    return { kind, object: /on the object '([^']+)'/.exec(error.message)?.[1] }
  }
  return { kind, columns: namesColumn && column ? [column] : undefined, constraint }
}

/** `throw` and `raiserror` use numbers from 50000 on. */
const isRaised = ({ number }: MssqlError): boolean => number !== undefined && number >= 50_000

function findFaultKind({ number, code, message }: MssqlError): FaultKind | undefined {
  if (number === BROKEN_RULE) return /CHECK constraint/.test(message) ? 'check' : 'foreignKey'
  if (number !== undefined && kinds[number]) return kinds[number]
  if (isSocketError({ code })) return 'unavailable'
  return code === undefined ? undefined : codes[code]
}
