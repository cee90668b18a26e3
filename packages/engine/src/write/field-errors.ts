import { isServiceError } from '@service/base'
import {
  type CollectionModel,
  type ColumnModel,
  type FieldModel,
  isStored,
} from '../model/model.js'

interface FieldErrors {
  /** The collection whose fields were written. */
  readonly collection: CollectionModel
  /** By internal name. Absent: the columns in the data of the error, with its message. */
  readonly messages?: Messages | undefined
}

type Messages = ReadonlyMap<string, readonly string[]>

/** Kept outside the error, whose data clients receive. */
const noted = new WeakMap<Error, FieldErrors>()

/** Notes which collection an error of a write refers to, unless that is known. */
export function noteFieldErrors(
  error: unknown,
  collection: CollectionModel,
  messages?: Messages,
): void {
  if (error instanceof Error && !noted.has(error)) noted.set(error, { collection, messages })
}

/**
 * Returns what is wrong with each field of a collection, when an error of a write names fields.
 * Columns of related records are found as the imported fields they are written through.
 *
 * @example
 * const messages = listFieldErrors(error, model.collection('orders'))
 */
export function listFieldErrors(
  error: unknown,
  collection: CollectionModel,
): ReadonlyMap<FieldModel, readonly string[]> {
  const found = new Map<FieldModel, readonly string[]>()
  if (!(error instanceof Error)) return found
  const { collection: owner, messages = readColumns(error) } = noted.get(error) ?? { collection }
  for (const [name, texts] of messages) {
    const field =
      owner === collection ? findField(owner, name) : findImport(collection, owner, name)
    if (field) found.set(field, texts)
  }
  return found
}

/** Constraint errors list the columns of the source. */
function readColumns(error: Error): Messages {
  const data = isServiceError(error) ? (error.data as { columns?: unknown } | undefined) : undefined
  const columns = Array.isArray(data?.columns) ? data.columns : []
  return new Map(columns.map(name => [String(name), [error.message]]))
}

/** Finds a column that clients know, or else the relation whose key it is. */
function findField({ fields }: CollectionModel, name: string): FieldModel | undefined {
  const known = [...fields.values()].filter(({ export: shown }) => shown !== 'hidden')
  return (
    known.find(field => field.kind === 'Column' && isColumn(field, name)) ??
    known.find(field => field.kind === 'ManyToOne' && field.keys.some(({ from }) => from === name))
  )
}

function isColumn({ name, read }: ColumnModel, searched: string): boolean {
  return name === searched || (isStored(read) && read.kind === 'native' && read.column === searched)
}

function findImport(
  collection: CollectionModel,
  owner: CollectionModel,
  name: string,
): FieldModel | undefined {
  return [...collection.fields.values()].find(field => {
    if (field.kind !== 'Column' || field.read.kind !== 'alias') return false
    const { relations, column } = collection.path(field.read.path)
    return relations.at(-1)?.target === owner && isColumn(column, name) && field.export !== 'hidden'
  })
}
