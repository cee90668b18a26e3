import { fromDocument, type PrimitiveType } from '@service/datasource-toolkit'
import { decodePart } from '../codecs.js'
import type { Decode, Dialect } from '../dialect.js'
import type { ColumnInfo } from '../introspect/introspection.js'
import { type Sql, sql } from '../sql.js'
import { columnOf } from './slots.js'

/** Compiles the expression by which a column or a JSON path column is compared. */
export function referenceOf(dialect: Dialect, alias: string, column: ColumnInfo): Sql {
  const { columnType, place } = column
  if (!place) return plainColumn(dialect, alias, column)
  const document = columnOf(alias, column.storedAs ?? place.column)
  const typed = dialect.places?.typed[columnType as PrimitiveType]
  return typed?.value(document, place.path) ?? readablePlace(dialect, document, place.path)
}

function plainColumn(dialect: Dialect, alias: string, column: ColumnInfo): Sql {
  const reference = columnOf(alias, column.storedAs ?? column.name)
  return dialect.plain?.(column, reference) ?? reference
}

/**
 * Compiles the expression that is selected for a column, or for a JSON path column, whose JSON is
 * selected.
 */
export function readableOf(dialect: Dialect, alias: string, column: ColumnInfo): Sql {
  const { name, storedAs, place } = column
  if (place) return readablePlace(dialect, columnOf(alias, storedAs ?? place.column), place.path)
  const reference = columnOf(alias, storedAs ?? name)
  return dialect.readable?.(column, reference) ?? reference
}

function readablePlace({ places }: Dialect, document: Sql, path: readonly string[]): Sql {
  return places?.json(document, path) ?? sql`null`
}

export function cellDecoder(dialect: Dialect, column: ColumnInfo): Decode | undefined {
  return column.place ? placeDecoder(column) : dialect.decode(column)
}

export function textCellDecoder(dialect: Dialect, column: ColumnInfo): Decode | undefined {
  return column.place ? placeDecoder(column) : (dialect.decodeText ?? dialect.decode)(column)
}

const placeDecoder =
  ({ columnType }: ColumnInfo): Decode =>
  cell =>
    fromDocument(columnType, decodePart(cell))
