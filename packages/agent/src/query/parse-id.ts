import type { ConditionTree, Row } from '@service/datasource-toolkit'
import {
  ConditionTreeFactory,
  parseValue,
  UnprocessableError,
  ValidationError,
} from '@service/datasource-toolkit'
import type { CollectionModel, ColumnModel } from '@service/engine'
import { binaryMode, decodeBinary, encodeBinary } from '../serialise/binary.js'
import { exportedName } from './view-path.js'

/** The values of the primary key, in its order. */
export type RecordId = readonly unknown[]

/** Reads a packed id: the parts of the primary key joined by `|`. */
export function parseId(collection: CollectionModel, text: string): RecordId {
  const { primaryKey } = collection
  requirePrimaryKey(collection)
  const parts = primaryKey.length === 1 ? [text] : text.split('|').map(unescapePart)
  if (parts.length !== primaryKey.length) {
    const names = primaryKey.map(exportedName).join('|')
    throw new ValidationError(
      `'${text}' is not an id of '${collection.name}': expected ${primaryKey.length} parts, ${names}.`,
    )
  }
  return primaryKey.map((column, index) => parsePart(collection, column, parts[index] ?? '', text))
}

/** Writes the id of a row that has its primary key. */
export function packId(collection: CollectionModel, row: Row): string {
  const { primaryKey } = collection
  if (primaryKey.length === 1) return keyText(row[primaryKey[0]!.name])
  return primaryKey.map(column => escapePart(keyText(row[column.name]))).join('|')
}

/** Matches the records of these ids; nothing when there are none. */
export function matchIds(collection: CollectionModel, ids: readonly RecordId[]): ConditionTree {
  const names = collection.primaryKey.map(column => column.name)
  return ConditionTreeFactory.matchIds(names, ids)
}

export function requirePrimaryKey(collection: CollectionModel): void {
  if (collection.primaryKey.length > 0) return
  throw new UnprocessableError(
    `'${collection.name}' has no primary key: its records cannot be addressed.`,
  )
}

function parsePart(
  collection: CollectionModel,
  column: ColumnModel,
  part: string,
  id: string,
): unknown {
  try {
    if (column.columnType === 'Binary') {
      return decodeBinary(exportedName(column), part, binaryMode(collection, column))
    }
    const value = parseValue(column.columnType, part, column.enumValues)
    if (value !== null && value !== undefined) return value
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause
  }
  throw new ValidationError(
    `'${id}' is not an id of '${collection.name}': '${part}' is not a ${String(column.columnType)} for '${exportedName(column)}'.`,
  )
}

function keyText(value: unknown): string {
  if (value instanceof Uint8Array) return encodeBinary(value, 'hex')
  return String(value)
}

// Inside a composite id a bar is written %7C; a percent sign only where it would read as an escape.
function escapePart(part: string): string {
  return /[|%]/.test(part) ? part.replace(/%(?=25|7C)/g, '%25').replaceAll('|', '%7C') : part
}

function unescapePart(part: string): string {
  return part.replace(/%(25|7C)/g, (_, code) => (code === '25' ? '%' : '|'))
}
