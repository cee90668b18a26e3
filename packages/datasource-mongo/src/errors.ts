import {
  ConflictError,
  ForbiddenError,
  isServiceError,
  knownNames,
  TimeoutError,
  UnavailableError,
  UnprocessableError,
  ValidationError,
} from '@service/base'
import { ConstraintError } from '@service/datasource-toolkit'
import {
  type Document,
  MongoNetworkError,
  MongoServerError,
  MongoServerSelectionError,
} from 'mongodb'
import type { MongoCollection } from './collection.js'

type Maker = (error: Fault, collection: MongoCollection | undefined) => Error

/** The server's details about a failed command or write, from any error class. */
interface Fault {
  readonly cause: unknown
  readonly message: string
  readonly details: Document | undefined
  readonly keyPattern: Document | undefined
}

const timeout: Maker = ({ cause }) =>
  new TimeoutError('The database took longer than its statement timeout allows.', { cause })
const conflict: Maker = ({ cause }) =>
  new ConflictError('Another write was changing the same records; nothing was saved. Try again.', {
    cause,
  })
const unavailable: Maker = ({ cause }) =>
  new UnavailableError('The database is unavailable.', { cause })
const notPossible: Maker = ({ cause, message }) =>
  new ValidationError(`The document cannot be changed like this: ${message}`, { cause })

/** By the server's error code. */
const makers: Readonly<Record<number, Maker>> = {
  11000: duplicate,
  11001: duplicate,
  121: invalid,
  50: timeout,
  262: timeout,
  24: conflict,
  112: conflict,
  251: conflict,
  28: notPossible,
  40: notPossible,
  66: ({ cause }) => new ValidationError("'_id' of a document cannot change.", { cause }),
  13: ({ cause }) =>
    new ForbiddenError(
      'The database user lacks the privilege for this. Grant it a role that has it.',
      { cause },
    ),
  292: ({ cause }) =>
    new UnprocessableError('This sort needs an index: too many documents to sort in memory.', {
      cause,
    }),
  10334: ({ cause }) =>
    new ConstraintError(
      'tooLong',
      'The document is larger than MongoDB allows (16 MB).',
      {},
      { cause },
    ),
  91: unavailable,
  189: unavailable,
  10107: unavailable,
  11600: unavailable,
  13435: unavailable,
}

/**
 * Converts a driver's error to a typed one. Unknown errors are returned unchanged: they are
 * defects, not faults.
 */
export function toServiceError(error: unknown, collection?: MongoCollection): unknown {
  if (!(error instanceof Error) || isServiceError(error)) return error
  if (error.name === 'MongoWaitQueueTimeoutError') {
    return new UnavailableError(
      'All connections to the database are busy. Try again, or raise pool.max.',
      { cause: error },
    )
  }
  if (error instanceof MongoNetworkError || error instanceof MongoServerSelectionError) {
    return unavailable(toFault(error), collection)
  }
  const maker = error instanceof MongoServerError ? makers[Number(error.code)] : undefined
  return maker ? maker(toFault(error), collection) : error
}

/** A bulk write contains the server's details about the first document that failed. */
function toFault(error: Error): Fault {
  const { errInfo, keyPattern, writeErrors } = error as Partial<MongoServerError>
  const first = Array.isArray(writeErrors) ? writeErrors[0] : writeErrors
  return {
    cause: error,
    message: error.message,
    details: (errInfo ?? first?.errInfo ?? first?.err?.errInfo)?.details,
    keyPattern: keyPattern ?? first?.err?.keyPattern,
  }
}

function duplicate({ cause, message, keyPattern }: Fault, collection: MongoCollection | undefined) {
  const constraint = /index: (\S+)/.exec(message)?.[1]
  const paths = keyPattern ? Object.keys(keyPattern) : keysIn(message)
  const columns = paths.map(path => columnAt(collection, path))
  const names = columns.length > 0 ? columns.map(name => `'${name}'`).join(', ') : 'A value'
  const rule = constraint ? ` (rule '${constraint}')` : ''
  return new ConstraintError(
    'unique',
    `${names} must be unique, and another record has the same${rule}.`,
    { ...(columns.length > 0 && { columns }), ...(constraint && { constraint }) },
    { cause },
  )
}

/**
 * In `dup key: { email: "x", n: 1 }` the first name is certain; the others may be inside a text.
 */
function keysIn(message: string): string[] {
  const name = /dup key: \{ (?:"([^"]+)"|([^:"]+)):/.exec(message)
  return name ? [(name[1] ?? name[2]) as string] : []
}

function invalid({ cause, details }: Fault, collection: MongoCollection | undefined) {
  const rules = (details?.schemaRulesNotSatisfied ?? []) as Document[]
  const missing = rules.flatMap(rule => (rule.missingProperties ?? []) as string[])
  const wrong = rules.flatMap(rule => (rule.propertiesNotSatisfied ?? []) as Document[])
  const nulls = wrong.filter(isNull).map(({ propertyName }) => String(propertyName))
  const rule = missing.length + nulls.length > 0 ? 'notNull' : 'check'
  const paths = rule === 'notNull' ? [...missing, ...nulls] : wrong.map(each => each.propertyName)
  const columns = paths.map(path => columnAt(collection, String(path)))
  const names = columns.length > 0 ? columns.map(name => `'${name}'`).join(', ') : 'A value'
  const text = rule === 'notNull' ? 'must have a value' : 'breaks a rule of the database'
  return new ConstraintError(rule, `${names} ${text}.`, columns.length > 0 ? { columns } : {}, {
    cause,
  })
}

function isNull({ details }: Document): boolean {
  return Array.isArray(details) && details.some(({ consideredType }) => consideredType === 'null')
}

function columnAt(collection: MongoCollection | undefined, path: string): string {
  const columns = [
    ...(collection?.columns.values() ?? []),
    ...(collection?.jsonPathColumns?.values() ?? []),
  ]
  const column = columns.find(each => each.path === path)
  return column?.name ?? path
}

/**
 * An option has an invalid value, so the agent does not start.
 *
 * @example
 * throw new InvalidOptionError('collections.orders.asCollections', "'total' is neither an array nor a document")
 */
export class InvalidOptionError extends Error {
  override readonly name: string = 'InvalidOptionError'

  constructor(option: string, reason: string) {
    super(`The option '${option}' of the MongoDB datasource is wrong: ${reason}.`)
  }
}

/** An option names something that does not exist, so the agent does not start. */
export class UnknownOptionError extends InvalidOptionError {
  override readonly name = 'UnknownOptionError'

  constructor(option: string, asked: string, known: Iterable<string>) {
    super(
      option,
      `there is no '${asked}'. There are: ${knownNames(asked, known).replace(/\.$/, '')}`,
    )
  }
}
