import {
  ConflictError,
  isServiceError,
  ServiceError,
  TimeoutError,
  UnavailableError,
  UnprocessableError,
  ValidationError,
} from '@service/base'
import {
  ConstraintError,
  type constraintCodes,
  PrivilegeError,
  RejectedError,
} from '@service/datasource-toolkit'

/** What failed in a database, independent of its error numbers. */
export interface Fault {
  readonly kind: FaultKind
  readonly columns?: readonly string[] | undefined
  readonly constraint?: string | undefined
  /** The message that database code raised, or of a computation that failed. */
  readonly sentence?: string | undefined
  /** The table or view the fault refers to. */
  readonly object?: string | undefined
}

/** A write to a read-only database: 422. */
export class ReadOnlyDatabaseError extends ServiceError {
  override readonly name = 'ReadOnlyDatabaseError'
  readonly code = 'read_only_database'
  readonly status = 422

  constructor(options?: ErrorOptions) {
    super('The database takes no writes: it is a replica, or set to read-only.', options)
  }
}

export type FaultKind = keyof typeof faults

type ConstraintRule = keyof typeof constraintCodes
type Maker = (fault: Fault, cause: unknown) => ServiceError

const constraint =
  (rule: ConstraintRule, message: (names: string, rule: string) => string): Maker =>
  (fault, cause) => {
    const { columns, constraint: name } = fault
    const names = columns?.length ? columns.map(column => `'${column}'`).join(', ') : 'A value'
    const details = { ...(columns && { columns }), ...(name && { constraint: name }) }
    const text = message(names, name ? ` (rule '${name}')` : '')
    return new ConstraintError(rule, text, details, { cause })
  }

const faults = {
  unique: constraint(
    'unique',
    (names, rule) => `${names} must be unique, and another record has the same${rule}.`,
  ),
  exclusion: constraint(
    'unique',
    (names, rule) => `${names} conflicts with another record${rule}.`,
  ),
  foreignKey: constraint(
    'foreignKey',
    (names, rule) =>
      `${names} refers to a record that does not exist, or is still referred to${rule}.`,
  ),
  notNull: constraint('notNull', (names, rule) => `${names} must have a value${rule}.`),
  check: constraint('check', (names, rule) => `${names} breaks a rule of the database${rule}.`),
  tooLong: constraint(
    'tooLong',
    (names, rule) => `${names} is longer than its column allows${rule}.`,
  ),
  outOfRange: constraint(
    'outOfRange',
    (names, rule) => `${names} is out of the range of its column${rule}.`,
  ),
  invalidValue: (fault, cause) =>
    new ValidationError(`${fault.columns?.[0] ?? 'A value'} cannot be read as its column's type.`, {
      cause,
    }),
  conflict: (_fault, cause) =>
    new ConflictError(
      'Another write was changing the same records; nothing was saved. Try again.',
      { cause },
    ),
  readOnly: (_fault, cause) => new ReadOnlyDatabaseError({ cause }),
  raised: ({ sentence }, cause) =>
    new RejectedError(sentence || 'A rule of the database rejected this request.', { cause }),
  denied: ({ object }, cause) =>
    new PrivilegeError(
      `The agent's database user lacks the privilege for this${object ? ` on '${object}'` : ''}. ` +
        'An administrator of the database can grant it.',
      { cause },
    ),
  unpopulated: ({ object }, cause) =>
    new UnprocessableError(
      `The materialized view ${object ? `'${object}' ` : ''}has not been populated: run ` +
        `REFRESH MATERIALIZED VIEW${object ? ` ${object}` : ''} in the database.`,
      { cause },
    ),
  replaced: (_fault, cause) =>
    new RejectedError(
      'A rule of the database replaces this write with one that returns no record. ' +
        'Nothing was saved.',
      { cause },
    ),
  computation: ({ sentence = 'division by zero' }, cause) =>
    new UnprocessableError(
      `The database cannot compute a value of a view, computed column or trigger: ${sentence}.`,
      { cause },
    ),
  generated: ({ columns }, cause) =>
    new ValidationError(
      `${columns?.length ? `'${columns.join("', '")}'` : 'A column'} is computed by the database: it cannot be written.`,
      { cause },
    ),
  tooComplex: (_fault, cause) =>
    new UnprocessableError(
      'The request is too large for the database. Read or write less at a time.',
      { cause },
    ),
  full: (_fault, cause) =>
    new UnavailableError('The database has no disk space left; nothing was saved.', { cause }),
  exhausted: (_fault, cause) =>
    new UnavailableError('The database has no memory or connections left. Try again.', {
      cause,
    }),
  timeout: (_fault, cause) =>
    new TimeoutError('The database took longer than its statement timeout allows.', { cause }),
  busy: (_fault, cause) =>
    new UnavailableError(
      'All connections to the database are busy. Try again, or raise pool.max.',
      { cause },
    ),
  unavailable: (_fault, cause) => new UnavailableError('The database is unavailable.', { cause }),
} satisfies Record<string, Maker>

/**
 * Converts a driver's error to a typed one. Unknown errors are returned unchanged: they are
 * defects, not faults.
 */
export function toServiceError(
  error: unknown,
  toFault: (error: Error) => Fault | undefined,
): unknown {
  if (!(error instanceof Error) || isServiceError(error)) return error
  const fault = toFault(error)
  return fault ? faults[fault.kind](fault, error) : error
}

const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
])

/** Whether the error comes from the socket and not from the statement. */
export const isSocketError = (error: { readonly code?: unknown }): boolean =>
  typeof error.code === 'string' && CONNECTION_CODES.has(error.code)
