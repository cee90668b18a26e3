import { stringifyExactJson } from '@service/base'
import { type ColumnType, isDocument } from '@service/datasource-toolkit'
import type { BinaryMode, CollectionModel, ColumnModel } from '@service/engine'
import { binaryMode, encodeBinary, holdsBytes } from './binary.js'
import { quote } from './json-text.js'

/** Writes the JSON of a value that is neither null nor undefined. */
export type ValueWriter = (value: unknown) => string

/** The fastest writer that is correct for every value of a column. */
export function valueWriter(collection: CollectionModel, column: ColumnModel): ValueWriter {
  const { columnType } = column
  if (columnType === 'Number') return writeNumber
  if (columnType === 'Boolean') return writeBoolean
  if (columnType === 'String' || columnType === 'Enum') return writeText
  if (isPlain(columnType)) return isTyped(collection, column) ? writePlainText : writeText
  if (!holdsBytes(columnType)) return writeJson
  return writeBytes(binaryMode(collection, column))
}

/** Dates, numbers and UUIDs of a data source are plain ASCII; computed values may be anything. */
export function isTyped({ capabilities }: CollectionModel, { read }: ColumnModel): boolean {
  return read.kind === 'native' && !capabilities.isLooselyTyped
}

/** The plain form of a value: bytes as text, everything else unchanged. */
export function portableValue(value: unknown, mode: BinaryMode): unknown {
  if (value instanceof Uint8Array) return encodeBinary(value, mode)
  if (Array.isArray(value)) return value.map(item => portableValue(item, mode))
  if (!isDocument(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, portableValue(item, mode)]),
  )
}

function isPlain(columnType: ColumnType): boolean {
  return (
    columnType === 'Date' ||
    columnType === 'Dateonly' ||
    columnType === 'Time' ||
    columnType === 'Uuid'
  )
}

// Numbers that do not fit into a double arrive as text.
const writeNumber: ValueWriter = value =>
  typeof value === 'number' && Number.isFinite(value) ? `${value}` : writeText(value)

const writeBoolean: ValueWriter = value =>
  value === true ? 'true' : value === false ? 'false' : writeJson(value)

const writeText: ValueWriter = value =>
  typeof value === 'string' ? quote(value) : writeJson(value)

const writePlainText: ValueWriter = value =>
  typeof value === 'string' ? `"${value}"` : writeJson(value)

// `undefined` and functions have no JSON; big integers are written as text, like long decimals.
const writeJson: ValueWriter = value =>
  typeof value === 'bigint' ? `"${value}"` : (stringifyExactJson(value) ?? 'null')

const writeBytes =
  (mode: BinaryMode): ValueWriter =>
  value =>
    writeJson(portableValue(value, mode))
